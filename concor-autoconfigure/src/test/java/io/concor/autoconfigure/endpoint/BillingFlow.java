package io.concor.autoconfigure.endpoint;

import io.concor.BatchTask;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.KeyedTask;
import io.concor.SingleThreadedTask;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** An application with one flow that has a component of each kind, one of them a batch component. */
@SpringBootConfiguration
@EnableAutoConfiguration
class BillingFlow {

    /** A class, because a non-capturing lambda would be one object for all flows. */
    private static final class Numbering implements SingleThreadedTask<String, String> {

        @Override
        public String apply(String call) {
            return call;
        }
    }

    private static final class Balance implements KeyedTask<String, String> {

        @Override
        public Object key(String call) {
            return call;
        }

        @Override
        public String apply(String call) {
            return call;
        }
    }

    @Bean
    Flow<String, Integer> bills() {
        BatchTask<String, Integer> writer =
                calls -> calls.stream().map(String::length).toList();
        return Flows.<String>create("bills")
                .noJoin()
                .map(String::trim, "parser")
                .join(JoinSettings.single())
                .mapSingleThreaded(new Numbering(), "numbering")
                .join(JoinSettings.fixed(4))
                .mapSynchronizedRemote((String call) -> call, "tariff")
                .join(JoinSettings.fixed(2))
                .<String>bind((call, continuation) -> continuation.complete(call), "charging")
                .join(JoinSettings.keyed(2))
                .mapKeyed(new Balance(), "balance")
                .join(JoinSettings.batch(500))
                .mapBatch(writer, "writer")
                .join(JoinSettings.fixed(2))
                .forEach(length -> {}, "logger")
                .join(JoinSettings.fixed(2))
                .catching(failure -> -1, "rescuer")
                .build();
    }
}
