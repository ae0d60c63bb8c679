// Copyright (c) 2026 The dht-cc authors
//
// SPDX-License-Identifier: GPL-2.0-only

//! One stream of QUIC over loopback, both ends in one thread: `quinn-bench MEGABYTES`. Prints, in
//! JSON, what dht-bench prints of its own streams.

use quinn::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};
use quinn::{ClientConfig, Endpoint, ServerConfig};
use std::error::Error;
use std::sync::Arc;
use std::time::Instant;

/// Bytes written at once, as by dht-bench.
const CHUNK: usize = 65536;

/// User and system time of this process, in seconds.
fn cpu_seconds() -> f64 {
    let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
    unsafe { libc::getrusage(libc::RUSAGE_SELF, &mut usage) };
    let seconds = |time: libc::timeval| time.tv_sec as f64 + time.tv_usec as f64 / 1e6;
    seconds(usage.ru_utime) + seconds(usage.ru_stime)
}

/// Two endpoints on loopback, of which the first trusts the second.
fn endpoints() -> Result<(Endpoint, Endpoint), Box<dyn Error>> {
    let certified = rcgen::generate_simple_self_signed(vec!["localhost".into()])?;
    let certificate = CertificateDer::from(certified.cert);
    let key = PrivatePkcs8KeyDer::from(certified.signing_key.serialize_der());
    let config = ServerConfig::with_single_cert(vec![certificate.clone()], key.into())?;
    let server = Endpoint::server(config, "127.0.0.1:0".parse()?)?;
    let mut roots = rustls::RootCertStore::empty();
    roots.add(certificate)?;
    let mut client = Endpoint::client("127.0.0.1:0".parse()?)?;
    client.set_default_client_config(ClientConfig::with_root_certificates(Arc::new(roots))?);
    Ok((client, server))
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let megabytes: u64 = std::env::args().nth(1).ok_or("usage: quinn-bench MEGABYTES")?.parse()?;
    let bytes = megabytes * 1_000_000;
    let (client, server) = endpoints()?;
    let connecting = client.connect(server.local_addr()?, "localhost")?;
    let (opened, accepted) = tokio::join!(connecting, async { server.accept().await.unwrap().await });
    let (opened, accepted) = (opened?, accepted?);

    let (cpu, wall) = (cpu_seconds(), Instant::now());
    let sender = async {
        let mut stream = opened.open_uni().await?;
        let chunk = vec![1; CHUNK];
        let mut left = bytes;
        while left > 0 {
            let size = left.min(CHUNK as u64);
            stream.write_all(&chunk[..size as usize]).await?;
            left -= size;
        }
        stream.finish()?;
        Ok::<(), Box<dyn Error>>(())
    };
    let receiver = async {
        let mut stream = accepted.accept_uni().await?;
        let mut read = 0;
        while let Some(chunk) = stream.read_chunk(CHUNK, true).await? {
            read += chunk.bytes.len() as u64;
        }
        Ok::<u64, Box<dyn Error>>(read)
    };
    let (sent, read) = tokio::join!(sender, receiver);
    sent?;
    println!(
        "{{\"bytes\": {}, \"cpu_s\": {:.6}, \"wall_s\": {:.6}}}",
        read?,
        cpu_seconds() - cpu,
        wall.elapsed().as_secs_f64()
    );
    Ok(())
}
