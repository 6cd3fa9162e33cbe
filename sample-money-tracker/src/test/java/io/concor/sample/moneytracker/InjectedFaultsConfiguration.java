package io.concor.sample.moneytracker;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

/** Wraps the tasks in injected faults. */
@TestConfiguration(proxyBeanMethods = false)
class InjectedFaultsConfiguration {

    @Bean
    static InjectedFaults faults() {
        return new InjectedFaults();
    }
}
