/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "metrics-server.h"

#include "dht-endpoint-name.h"
#include "peer-endpoint.h"
#include "peer-error.h"

#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <utility>

namespace dht
{

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using boost::system::error_code;

namespace
{

/// Connections at a time; one more is closed at once.
constexpr std::size_t kPlaces = 8;
/// From a connection to its end.
constexpr std::chrono::seconds kPatience{5};
/// Of a request.
constexpr std::uint32_t kLongestHeader = 4096;

/// One who asks.
class Session : public std::enable_shared_from_this<Session>
{
  public:
    /// @param socket The connection. @param text Makes the text. @param open Counts connections.
    Session(asio::ip::tcp::socket socket,
            std::function<std::string()> text,
            std::shared_ptr<std::size_t> open)
        : m_stream(std::move(socket)),
          m_text(std::move(text)),
          m_open(std::move(open))
    {
        ++*m_open;
        m_parser.header_limit(kLongestHeader);
    }

    ~Session()
    {
        --*m_open;
    }

    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    /// Read the request, and answer it.
    void Start()
    {
        m_stream.expires_after(kPatience);
        http::async_read(m_stream,
                         m_buffer,
                         m_parser,
                         [self = shared_from_this()](const error_code& error, std::size_t) {
                             if (!error)
                             {
                                 self->Answer();
                             }
                         });
    }

  private:
    /// Answer the request.
    void Answer()
    {
        const auto& request = m_parser.get();
        const bool isHead = request.method() == http::verb::head;
        const auto target = request.target();
        m_response.version(request.version());
        m_response.keep_alive(false);
        if (!isHead && request.method() != http::verb::get)
        {
            m_response.result(http::status::method_not_allowed);
            m_response.set(http::field::allow, "GET, HEAD");
        }
        else if (target.substr(0, target.find('?')) != "/metrics")
        {
            m_response.result(http::status::not_found);
            m_response.set(http::field::content_type, "text/plain");
            m_response.body() = "The counters are at /metrics.\n";
        }
        else
        {
            m_response.set(http::field::content_type,
                           "application/openmetrics-text; version=1.0.0; charset=utf-8");
            m_response.body() = m_text();
        }
        m_response.prepare_payload();
        if (isHead)
        {
            m_response.body().clear(); // its length was told
        }
        http::async_write(m_stream,
                          m_response,
                          [self = shared_from_this()](error_code error, std::size_t) {
                              self->m_stream.socket().shutdown(asio::socket_base::shutdown_send,
                                                               error);
                          });
    }

    beast::tcp_stream m_stream;                      ///< The connection.
    std::function<std::string()> m_text;             ///< Makes the text.
    std::shared_ptr<std::size_t> m_open;             ///< Counts connections.
    beast::flat_buffer m_buffer{2 * kLongestHeader}; ///< Of the request.
    http::request_parser<http::empty_body> m_parser; ///< Reads the request.
    http::response<http::string_body> m_response;    ///< The answer.
};

} // namespace

MetricsServer::MetricsServer(asio::io_context& context,
                             const Endpoint& listen,
                             std::function<std::string()> text)
    : m_listener(context),
      m_pause(context),
      m_text(std::move(text)),
      m_open(std::make_shared<std::size_t>(0))
{
    const auto here = TcpEndpointOf(listen);
    error_code error;
    error_code ignored;
    m_listener.open(here.protocol(), error);
    m_listener.set_option(asio::socket_base::reuse_address(true), ignored);
    if (!error)
    {
        m_listener.bind(here, error);
    }
    if (!error)
    {
        m_listener.listen(asio::socket_base::max_listen_connections, error);
    }
    if (error)
    {
        throw PeerError(PeerError::kCannotBind,
                        "cannot listen at " + NameOf(listen) + ": " + error.message() +
                            "; choose another address or port with --metrics");
    }
    Accept();
}

Endpoint
MetricsServer::Self() const
{
    const auto here = m_listener.local_endpoint();
    return EndpointOf(here.address(), here.port());
}

void
MetricsServer::Accept()
{
    m_listener.async_accept([this](const error_code& error, asio::ip::tcp::socket socket) {
        if (error == asio::error::operation_aborted)
        {
            return;
        }
        if (error)
        {
            // there are no more files, perhaps
            m_pause.expires_after(std::chrono::seconds(1));
            m_pause.async_wait([this](const error_code& cancelled) {
                if (!cancelled)
                {
                    Accept();
                }
            });
            return;
        }
        if (*m_open < kPlaces)
        {
            std::make_shared<Session>(std::move(socket), m_text, m_open)->Start();
        }
        Accept();
    });
}

} // namespace dht
