package io.concor.sample.moneytracker;

import io.concor.Flow;
import io.concor.SynchronizedRemoteTask;
import io.concor.sample.support.AccessConfiguration;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import org.hibernate.cfg.AvailableSettings;
import org.hibernate.resource.jdbc.spi.StatementInspector;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Profile;

/** What surrounds the tasks, and the two tasks of the manager of transactions. */
@Configuration(proxyBeanMethods = false)
@Import(AccessConfiguration.class)
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
    @Profile("!plain")
    Entrance entrance(Flow<String, BookedTrx> flow) {
        return flow::trySubmit;
    }

    @Bean
    InstantSource clock() {
        return Clock.systemUTC();
    }

    /**
     * An embedded database answers in microseconds; one across a network keeps its connection and thread for longer.
     */
    @Bean
    HibernatePropertiesCustomizer databaseDelay(MoneyTrackerProperties properties) {
        Duration delay = properties.databaseDelay();
        return hibernate -> {
            if (!delay.isZero()) {
                hibernate.put(AvailableSettings.STATEMENT_INSPECTOR, delayed(delay));
            }
        };
    }

    private static StatementInspector delayed(Duration delay) {
        return sql -> {
            LockSupport.parkNanos(delay.toNanos());
            return sql;
        };
    }
}
