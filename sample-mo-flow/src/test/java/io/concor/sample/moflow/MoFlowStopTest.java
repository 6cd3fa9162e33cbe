package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

/** Stops the gateway under load and counts: every accepted message is sent or reported. */
class MoFlowStopTest {

    private static final int SENDERS = 4;
    private static final int BEFORE_THE_STOP = 200;
    private static final String UNKNOWN_SHORT_CODE = "9999";
    private static final StubApplications APPLICATIONS = MoFlowTest.APPLICATIONS;

    private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
    private final Queue<String> unanswered = new ConcurrentLinkedQueue<>();
    private final AtomicInteger undeliverable = new AtomicInteger();

    @BeforeEach
    void startAnew() {
        APPLICATIONS.reset();
    }

    @Test
    void losesNothingThatWasAccepted() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(SENDERS);
        MeterRegistry meters;
        List<Future<?>> senders;
        int inside;

        try (ConfigurableApplicationContext context = start()) {
            meters = context.getBean(MeterRegistry.class);
            GatewayClient gateway =
                    new GatewayClient(context.getEnvironment().getRequiredProperty("local.server.port", int.class));
            senders = IntStream.range(0, SENDERS)
                    .<Future<?>>mapToObj(sender -> threads.submit(() -> sendUntilItStops(gateway, sender)))
                    .toList();
            await("load").atMost(Duration.ofSeconds(30)).until(() -> accepted.size() >= BEFORE_THE_STOP);
            inside = accepted.size() - APPLICATIONS.count();
        }
        threads.shutdown();
        for (Future<?> sender : senders) {
            sender.get();
        }

        assertThat(inside).as("messages inside at the stop").isPositive();
        assertThat(APPLICATIONS.texts()).doesNotHaveDuplicates().containsAll(accepted);
        assertThat(APPLICATIONS.texts().stream().filter(text -> !unanswered.contains(text)))
                .containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(undeliverable).hasPositiveValue();
        assertThat(errors(meters)).isBetween((double) undeliverable.get(), (double) undeliverable.get() + SENDERS);
    }

    private void sendUntilItStops(GatewayClient gateway, int sender) {
        for (int i = 0; ; i++) {
            String text = sender + "-" + i;
            try {
                // some end in the error handler
                if (i % 10 == 0) {
                    undeliverable.addAndGet(
                            gateway.send(UNKNOWN_SHORT_CODE, text).statusCode() == 202 ? 1 : 0);
                } else if (gateway.send("2222", text).statusCode() == 202) {
                    accepted.add(text);
                }
            } catch (UncheckedIOException stopped) {
                unanswered.add(text);
                return;
            }
        }
    }

    private static double errors(MeterRegistry meters) {
        return meters.find("mo.flow.errors").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private static ConfigurableApplicationContext start() {
        return new SpringApplicationBuilder(MoFlowApplication.class)
                .profiles("tour")
                .run(
                        "--server.port=0",
                        "--mo-flow.receiver.enabled=false",
                        "--mo-flow.database-delay=50ms",
                        "--mo-flow.applications.base-url=" + APPLICATIONS.url(),
                        "--spring.main.banner-mode=off",
                        "--concor.presets.location=../presets",
                        "--logging.level.io.concor.sample.moflow.MoErrorHandler=off",
                        "--logging.level.mo-flow.trans=off");
    }
}
