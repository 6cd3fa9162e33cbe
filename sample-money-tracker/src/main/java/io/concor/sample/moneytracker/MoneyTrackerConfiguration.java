package io.concor.sample.moneytracker;

import io.concor.SynchronizedRemoteTask;
import io.concor.sample.support.DatabaseDelay;
import java.time.Clock;
import java.time.InstantSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Wires what the flow needs besides its tasks, and the two tasks of {@link TrxManager}. */
@Configuration(proxyBeanMethods = false)
class MoneyTrackerConfiguration {

    @Bean
    SynchronizedRemoteTask<Trx, ReadTrx> trxReader(TrxManager manager) {
        return manager::read;
    }

    @Bean
    SynchronizedRemoteTask<CalculatedTrx, BookedTrx> trxUpdater(TrxManager manager) {
        return manager::update;
    }

    @Bean
    InstantSource clock() {
        return Clock.systemUTC();
    }

    @Bean
    DatabaseDelay databaseDelay(MoneyTrackerProperties properties) {
        return new DatabaseDelay(properties.databaseDelay());
    }
}
