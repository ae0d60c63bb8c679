/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef DHT_CC_HTTP_CLIENT_H
#define DHT_CC_HTTP_CLIENT_H

#include <arpa/inet.h>
#include <cstdint>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <string>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

/// A connection to a server on loopback.
class HttpClient
{
  public:
    /// @param port Of the server.
    explicit HttpClient(int port)
        : m_file(socket(AF_INET, SOCK_STREAM, 0))
    {
        sockaddr_in to{};
        to.sin_family = AF_INET;
        to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        to.sin_port = htons(static_cast<std::uint16_t>(port));
        const timeval patience{60, 0};
        setsockopt(m_file, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
        EXPECT_EQ(connect(m_file, reinterpret_cast<const sockaddr*>(&to), sizeof(to)), 0);
    }

    ~HttpClient()
    {
        close(m_file);
    }

    HttpClient(const HttpClient&) = delete;
    HttpClient& operator=(const HttpClient&) = delete;

    /// @param text What to send.
    void Send(const std::string& text) const
    {
        static_cast<void>(send(m_file, text.data(), text.size(), MSG_NOSIGNAL));
    }

    /// @return All that comes until the server closes.
    std::string ReadAll() const
    {
        std::string all;
        char text[4096];
        for (ssize_t size = 0; (size = recv(m_file, text, sizeof(text), 0)) > 0;)
        {
            all.append(text, size);
        }
        return all;
    }

  private:
    int m_file; ///< The connection.
};

#endif // DHT_CC_HTTP_CLIENT_H
