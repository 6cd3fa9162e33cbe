package io.concor.sample.moneytracker;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/** Puts faults around the tasks. */
@TestConfiguration(proxyBeanMethods = false)
class InjectedFaultsConfiguration {

    @Bean
    static InjectedFaults faults() {
        return new InjectedFaults();
    }
}
