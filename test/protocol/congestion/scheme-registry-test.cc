/*
 * Copyright (c) 2026 The dht-cc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "dht-scheme-registry.h"
#include "scheme-contexts.h"

#include <cmath>
#include <gtest/gtest.h>
#include <limits>
#include <set>

namespace dht
{
namespace
{

/// @return What an exception of the right kind says; empty if there was none.
template <typename Function>
std::string
Complaint(Function function)
{
    try
    {
        function();
    }
    catch (const std::invalid_argument& error)
    {
        return error.what();
    }
    return {};
}

Scheme
Named(const std::string& name)
{
    Scheme scheme = SchemeRegistry::Get().Find("none");
    scheme.name = name;
    return scheme;
}

TEST(SchemeRegistryTest, KnowsThePapersSchemesInTheirOrder)
{
    const auto& all = SchemeRegistry::Get().All();
    ASSERT_GE(all.size(), 4u);
    EXPECT_EQ(all[0]->name, "none");
    EXPECT_EQ(all[1]->name, "credit");
    EXPECT_EQ(all[2]->name, "back-pressure");
    EXPECT_EQ(all[3]->name, "marking");
}

TEST(SchemeRegistryTest, FindsEachSchemeByItsName)
{
    for (const auto& scheme : SchemeRegistry::Get().All())
    {
        EXPECT_EQ(&SchemeRegistry::Get().Find(scheme->name), scheme.get());
    }
}

TEST(SchemeRegistryTest, AnUnknownNameIsAnsweredWithTheKnownOnes)
{
    for (const char* name : {"tcp", "", "Credit", "credi"})
    {
        const std::string text = Complaint([&] { SchemeRegistry::Get().Find(name); });
        EXPECT_NE(text.find("'" + std::string(name) + "'"), std::string::npos) << text;
        EXPECT_NE(text.find("none, credit, back-pressure, marking"), std::string::npos) << text;
    }
}

TEST(SchemeRegistryTest, ANameIsTakenOnce)
{
    const std::size_t before = SchemeRegistry::Get().All().size();
    const std::string text = Complaint([] { SchemeRegistry::Get().Add(Named("credit")); });
    EXPECT_NE(text.find("credit"), std::string::npos) << text;
    EXPECT_THROW(RegisterScheme(Named("marking")), std::invalid_argument);
    EXPECT_EQ(SchemeRegistry::Get().All().size(), before);
}

TEST(SchemeRegistryTest, ANewSchemeIsFoundAndReferencesToTheOthersStayValid)
{
    const Scheme& none = SchemeRegistry::Get().Find("none");
    const std::size_t before = SchemeRegistry::Get().All().size();
    // the registry lasts as long as the process: every repetition needs a name of its own
    const std::string name = "registry-test-" + std::to_string(before);
    const RegisterScheme registered(Named(name));
    EXPECT_EQ(SchemeRegistry::Get().All().size(), before + 1);
    EXPECT_EQ(SchemeRegistry::Get().Find(name).name, name);
    EXPECT_EQ(&SchemeRegistry::Get().Find("none"), &none);
}

TEST(SchemeRegistryTest, EverythingHasAHelpText)
{
    for (const auto& scheme : SchemeRegistry::Get().All())
    {
        EXPECT_FALSE(scheme->help.empty()) << scheme->name;
        std::set<std::string> names;
        for (const Parameter& parameter : scheme->parameters.Table())
        {
            EXPECT_FALSE(parameter.help.empty()) << parameter.name;
            EXPECT_TRUE(names.insert(parameter.name).second) << parameter.name;
        }
    }
}

TEST(SchemeRegistryTest, ParametersAreSetWithinTheirRange)
{
    for (const auto& scheme : SchemeRegistry::Get().All())
    {
        Parameters parameters = scheme->parameters;
        for (const Parameter& parameter : scheme->parameters.Table())
        {
            EXPECT_LT(parameter.minimum, parameter.maximum) << parameter.name;
            for (const double value : {parameter.minimum, parameter.maximum, parameter.value})
            {
                EXPECT_NO_THROW(parameters.Set(parameter.name, value)) << parameter.name;
                EXPECT_EQ(parameters[parameter.name], value);
            }
        }
    }
}

TEST(SchemeRegistryTest, ParametersOutOfTheirRangeAreRejectedAndKeepTheirValue)
{
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const auto& scheme : SchemeRegistry::Get().All())
    {
        Parameters parameters = scheme->parameters;
        for (const Parameter& parameter : scheme->parameters.Table())
        {
            for (const double value : {std::nextafter(parameter.minimum, -infinity),
                                       std::nextafter(parameter.maximum, infinity),
                                       infinity,
                                       -infinity,
                                       std::numeric_limits<double>::quiet_NaN()})
            {
                const auto text = Complaint([&] { parameters.Set(parameter.name, value); });
                EXPECT_NE(text.find(parameter.name), std::string::npos) << value;
                EXPECT_EQ(parameters[parameter.name], parameter.value);
            }
        }
    }
}

TEST(SchemeRegistryTest, AnUnknownParameterIsRejected)
{
    Parameters parameters = SchemeRegistry::Get().Find("credit").parameters;
    EXPECT_NE(Complaint([&] { parameters.Set("Nonsense", 1); }).find("Nonsense"),
              std::string::npos);
    EXPECT_NE(Complaint([&] { parameters["Nonsense"]; }).find("Nonsense"), std::string::npos);
}

TEST(SchemeRegistryTest, EveryTimeoutParameterReachesThePolicy)
{
    Parameters parameters(TimeoutParameters(1.5, 3));
    EXPECT_EQ(MakeTimeoutPolicy(parameters).minimum, FromSeconds(1.5));
    EXPECT_EQ(MakeTimeoutPolicy(parameters).backoff, 3);
    EXPECT_EQ(Parameters(TimeoutParameters(0))["Backoff"], 1);
    parameters.Set("RttGain", 0.5);
    parameters.Set("ErrorGain", 0.75);
    parameters.Set("ErrorFactor", 4);
    parameters.Set("MinimumTimeout", 2);
    parameters.Set("InitialTimeout", 7);
    parameters.Set("Backoff", 1.25);
    parameters.Set("MaximumTimeout", 90);
    const TimeoutPolicy policy = MakeTimeoutPolicy(parameters);
    EXPECT_EQ(policy.rttGain, 0.5);
    EXPECT_EQ(policy.errorGain, 0.75);
    EXPECT_EQ(policy.errorFactor, 4);
    EXPECT_EQ(policy.minimum, FromSeconds(2));
    EXPECT_EQ(policy.initial, FromSeconds(7));
    EXPECT_EQ(policy.backoff, 1.25);
    EXPECT_EQ(policy.maximum, FromSeconds(90));
}

/// What a scheme promises to everybody holds at the ends of the ranges of all its parameters.
TEST(SchemeRegistryTest, EverySchemeKeepsItsContractWhateverItsParametersAre)
{
    for (const auto& scheme : SchemeRegistry::Get().All())
    {
        for (const Parameter& parameter : scheme->parameters.Table())
        {
            for (const double value : {parameter.minimum, parameter.maximum})
            {
                SCOPED_TRACE(scheme->name + " " + parameter.name + " " + std::to_string(value));
                Parameters parameters = scheme->parameters;
                parameters.Set(parameter.name, value);
                const auto control = scheme->make(parameters);
                EXPECT_LE(control->Admit(Time(0), 0), Time(0));
                for (int i = 0; i < 1000; ++i)
                {
                    const double rate = i % 100 == 99 ? 1e6 : 0.001;
                    const double probability =
                        control->MarkProbability(test::Entering(i % 7 * 5, rate));
                    ASSERT_TRUE(probability >= 0 && probability <= 1) << probability;
                    const Time now = FromSeconds(i);
                    control->OnSent(now);
                    control->OnAck({now, FromSeconds(0.1), i % 3 == 0});
                    if (i % 50 == 0)
                    {
                        control->OnTimeout(now);
                    }
                    ASSERT_TRUE(control->Rate() >= 0 && control->Rate() < 1e12);
                    ASSERT_TRUE(control->Level() >= 0 && control->Level() < 1e12);
                }
            }
        }
    }
}

} // namespace
} // namespace dht
