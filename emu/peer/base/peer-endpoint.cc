/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "peer-endpoint.h"

#include "dht-endpoint-name.h"
#include "dht-option-error.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <charconv>

namespace dht
{

namespace asio = boost::asio;

asio::ip::address
AddressOf(const Endpoint& endpoint)
{
    if (!endpoint.ipv6)
    {
        return asio::ip::address_v4(endpoint.Ipv4Address());
    }
    asio::ip::address_v6::bytes_type bytes;
    std::copy(endpoint.address.begin(), endpoint.address.end(), bytes.begin());
    return asio::ip::address_v6(bytes);
}

Endpoint
EndpointOf(const asio::ip::address& address, std::uint16_t port)
{
    if (address.is_v4())
    {
        return Endpoint::Ipv4(address.to_v4().to_uint(), port);
    }
    Endpoint endpoint;
    const auto bytes = address.to_v6().to_bytes();
    std::copy(bytes.begin(), bytes.end(), endpoint.address.begin());
    endpoint.port = port;
    endpoint.ipv6 = true;
    return endpoint;
}

asio::ip::tcp::endpoint
TcpEndpointOf(const Endpoint& endpoint)
{
    return {AddressOf(endpoint), endpoint.port};
}

asio::ip::udp::endpoint
UdpEndpointOf(const Endpoint& endpoint)
{
    return {AddressOf(endpoint), endpoint.port};
}

namespace
{

/// So many endpoints make a line that can be read.
constexpr std::size_t kMostNamed = 8;

} // namespace

std::string
NamesOf(const std::vector<Endpoint>& endpoints)
{
    std::string names;
    const std::size_t shown = std::min(endpoints.size(), kMostNamed);
    for (std::size_t i = 0; i < shown; ++i)
    {
        names += (names.empty() ? "" : ", ") + NameOf(endpoints[i]);
    }
    const std::size_t others = endpoints.size() - shown;
    return names + (others > 0 ? " and " + std::to_string(others) + " more" : "");
}

namespace
{

/// @param option The option that names an endpoint. @param text The endpoint. @param names Whether
/// its address may be a name. @return All endpoints that it stands for. @throws OptionError It is
/// none.
std::vector<Endpoint>
ParseAll(const std::string& option, const std::string& text, bool names)
{
    const std::string allowed = "allowed is an address and a port such as 10.0.0.1:7000, "
                                "[2001:db8::1]:7000 or peer.example.org:7000";
    const std::size_t colon = text.rfind(':');
    std::uint16_t port = 0;
    const char* const end = text.data() + text.size();
    const auto parsed =
        std::from_chars(text.data() + (colon == std::string::npos ? text.size() : colon + 1),
                        end,
                        port);
    if (parsed.ec != std::errc{} || parsed.ptr != end)
    {
        throw OptionError(option, text, allowed);
    }
    std::string host = text.substr(0, colon);
    const bool brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
    boost::system::error_code error;
    const auto address =
        asio::ip::make_address(brackets ? host.substr(1, host.size() - 2) : host, error);
    // without brackets, the end of an IPv6 address would pass for a port
    if (!error && address.is_v6() == brackets)
    {
        return {EndpointOf(address, port)};
    }
    if (!error || brackets || host.empty() || !names)
    {
        throw OptionError(option, text, allowed);
    }
    asio::io_context context;
    asio::ip::udp::resolver resolver(context);
    std::vector<Endpoint> found;
    for (const auto& entry : resolver.resolve(host, "", error))
    {
        found.push_back(EndpointOf(entry.endpoint().address(), port));
    }
    if (found.empty())
    {
        throw OptionError(option, text, "no address of " + host + " is known");
    }
    return found;
}

} // namespace

Endpoint
ParseEndpoint(const std::string& option, const std::string& text)
{
    return ParseAll(option, text, false).front();
}

std::vector<Endpoint>
ParseEndpoints(const std::string& option, const std::string& text)
{
    return ParseAll(option, text, true);
}

bool
IsAddress(const std::string& text)
{
    try
    {
        ParseEndpoint("", text);
    }
    catch (const OptionError&)
    {
        return false;
    }
    return true;
}

Endpoint
ParseListen(const std::string& option, const std::string& text)
{
    const std::vector<Endpoint> all = ParseAll(option, text, true);
    const auto own = std::find_if(all.begin(), all.end(), [](const Endpoint& one) {
        return IsOwnAddress(AddressOf(one));
    });
    // an address of another machine is told when it cannot be bound
    return own == all.end() ? all.front() : *own;
}

Endpoint
ParseAddress(const std::string& option, const std::string& text)
{
    boost::system::error_code error;
    const auto address = asio::ip::make_address(text, error);
    if (!error)
    {
        return EndpointOf(address, 0);
    }
    return ParseEndpoints(option, text.find(':') == std::string::npos ? text + ":0" : text).front();
}

bool
IsOwnAddress(const asio::ip::address& address)
{
    asio::io_context context;
    asio::ip::udp::socket socket(context);
    boost::system::error_code error;
    socket.open(address.is_v4() ? asio::ip::udp::v4() : asio::ip::udp::v6(), error);
    socket.bind({address, 0}, error);
    return !error;
}

} // namespace dht
