/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-attribute-check.h"

#include "dht-option-table.h"

#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cstdio>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace ns3
{

namespace
{

/// What ns-3's CommandLine knows by itself, and whether its value names a type.
const std::vector<std::pair<std::string, bool>> GENERAL{{"help", false},
                                                        {"version", false},
                                                        {"PrintHelp", false},
                                                        {"PrintVersion", false},
                                                        {"PrintGlobals", false},
                                                        {"PrintGroups", false},
                                                        {"PrintGroup", false},
                                                        {"PrintTypeIds", false},
                                                        {"PrintAttributes", true}};

/// @param option The option that names it. @param name A type's name. @return The type.
TypeId
FindType(const std::string& option, const std::string& name)
{
    TypeId tid;
    if (!TypeId::LookupByNameFailSafe(name, &tid))
    {
        throw DhtOptionError("--" + option + ": ns-3 has no type " + name +
                             "; --PrintTypeIds lists all");
    }
    return tid;
}

/// @param checker Knows what is allowed. @return Whether that is whole numbers without a sign.
bool
IsUnsigned(const AttributeChecker& checker)
{
    return checker.GetValueTypeName() == "ns3::UintegerValue";
}

/// @param checker Knows what is allowed. @return The end of an error.
std::string
WhatIsAllowed(const AttributeChecker& checker)
{
    // such as "uint8_t 1:255"
    const std::string type = checker.GetUnderlyingTypeInformation();
    const std::size_t space = type.find(' ');
    const std::size_t colon = type.find(':');
    if (!IsUnsigned(checker) || colon == std::string::npos || space > colon)
    {
        return "allowed is " + type;
    }
    return "allowed is a whole number from " + type.substr(space + 1, colon - space - 1) + " to " +
           type.substr(colon + 1);
}

/// @param checker Knows what is allowed. @param text A value. @return Whether it is allowed.
bool
IsAllowed(const AttributeChecker& checker, const std::string& text)
{
    // ns-3 reads -1 as the greatest unsigned number
    if (IsUnsigned(checker) && text.find('-') != std::string::npos)
    {
        return false;
    }
    // ns-3 aborts on some texts that it cannot read: a child process finds out which
    const pid_t child = fork();
    if (child == 0)
    {
        if (!std::freopen("/dev/null", "w", stderr))
        {
            _exit(1);
        }
        _exit(checker.CreateValidValue(StringValue(text)) ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/// Check an attribute's default. @param name Such as ns3::TcpSocket::SegmentSize. @param text
/// Value.
void
CheckAttribute(const std::string& name, const std::string& text)
{
    const std::size_t colons = name.rfind("::");
    const std::string attribute = name.substr(colons + 2);
    const TypeId tid = FindType(name, name.substr(0, colons));
    // CommandLine takes a type's own attributes only
    for (TypeId owner = tid;; owner = owner.GetParent())
    {
        for (std::size_t i = 0; i < owner.GetAttributeN(); ++i)
        {
            if (owner.GetAttribute(i).name != attribute)
            {
                continue;
            }
            if (owner != tid)
            {
                throw DhtOptionError("--" + name + ": use --" + owner.GetName() + "::" + attribute);
            }
            const auto checker = owner.GetAttribute(i).checker;
            if (!IsAllowed(*checker, text))
            {
                throw DhtOptionError(name, text, WhatIsAllowed(*checker));
            }
            return;
        }
        if (!owner.HasParent() || owner.GetParent() == owner)
        {
            throw DhtOptionError("--" + name + ": no such attribute; --PrintAttributes=" +
                                 tid.GetName() + " lists all");
        }
    }
}

/// @param name A global value's name. @param text A value.
void
CheckGlobal(const std::string& name, const std::string& text)
{
    const auto global = std::find_if(GlobalValue::Begin(), GlobalValue::End(), [&](GlobalValue* g) {
        return g->GetName() == name;
    });
    if (global == GlobalValue::End())
    {
        throw DhtOptionError("--" + name + ": no such option; --help lists all");
    }
    if (!IsAllowed(*(*global)->GetChecker(), text))
    {
        throw DhtOptionError(name, text, WhatIsAllowed(*(*global)->GetChecker()));
    }
    if (name == "RngSeed" && text.find_first_not_of('0') == std::string::npos)
    {
        throw DhtOptionError(name, text, "allowed is a seed above 0");
    }
    if (name == "SimulatorImplementationType")
    {
        FindType(name, text);
    }
}

} // namespace

void
CheckNs3Option(const std::string& name, const std::string& text)
{
    for (const auto& [general, namesType] : GENERAL)
    {
        if (name == general)
        {
            if (namesType)
            {
                FindType(name, text);
            }
            return;
        }
    }
    if (name.find("::") != std::string::npos)
    {
        CheckAttribute(name, text);
    }
    else
    {
        CheckGlobal(name, text);
    }
}

} // namespace ns3
