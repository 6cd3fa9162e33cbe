package io.concor.autoconfigure.endpoint;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.SingleThreadedTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;

/** A small application with one flow of most kinds of tasks, one of which can be blocked. */
@SpringBootConfiguration
@EnableAutoConfiguration
public class OrderFlow {

    /** Blocks the resolver while it is closed. */
    public static final class Gate {

        private volatile CountDownLatch latch = new CountDownLatch(0);

        public void close() {
            latch = new CountDownLatch(1);
        }

        public void open() {
            latch.countDown();
        }

        void pass() throws InterruptedException {
            if (!latch.await(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the gate was left closed");
            }
        }
    }

    /** A class, because a non-capturing lambda would be one object for all flows. */
    private static final class Session implements SingleThreadedTask<String, String> {

        @Override
        public String apply(String order) {
            return order;
        }
    }

    @Bean
    Gate gate() {
        return new Gate();
    }

    @Bean
    Flow<String, Integer> orders(Gate gate) {
        return flow("orders", gate);
    }

    static Flow<String, Integer> flow(String name, Gate gate) {
        return Flows.<String>create(name)
                .maxInFlight(64)
                .noJoin()
                .map(String::trim, "parser")
                .join(JoinSettings.single())
                .mapSingleThreaded(new Session(), "session")
                .join(JoinSettings.fixed(4).capacity(16))
                .mapSynchronizedRemote(
                        (String order) -> {
                            gate.pass();
                            return Integer.valueOf(order);
                        },
                        "resolver")
                .forEach(number -> {}, "logger")
                .catching(failure -> -1, "rescuer")
                .build();
    }
}
