package io.concor.autoconfigure.endpoint;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import java.util.BitSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** A flow that counts its events, which are numbers from 0, and detects duplicates. */
@SpringBootConfiguration
@EnableAutoConfiguration
class CountedFlow {

    /** The events that left the flow. */
    static final class Counted {

        private final BitSet seen = new BitSet(); // of the single-threaded task: no lock
        private final AtomicBoolean busy = new AtomicBoolean();
        private final LongAdder repeated = new LongAdder();
        private final LongAdder overlapping = new LongAdder();
        private final LongAdder ended = new LongAdder();

        private Integer once(Integer number) {
            if (!busy.compareAndSet(false, true)) {
                overlapping.increment();
            }
            if (seen.get(number)) {
                repeated.increment();
            }
            seen.set(number);
            busy.set(false);
            return number;
        }

        long ended() {
            return ended.sum();
        }

        long repeated() {
            return repeated.sum();
        }

        long overlapping() {
            return overlapping.sum();
        }
    }

    @Bean
    Counted counted() {
        return new Counted();
    }

    @Bean
    Flow<Integer, Integer> orders(Counted counted) {
        return Flows.<Integer>create("orders")
                .maxInFlight(128)
                .map((Integer number) -> number, "parser")
                .join(JoinSettings.single())
                .mapSingleThreaded(counted::once, "session")
                .join(JoinSettings.fixed(4).capacity(64))
                .mapSynchronizedRemote((Integer number) -> number, "resolver")
                .forEach(number -> counted.ended.increment(), "logger")
                .build();
    }
}
