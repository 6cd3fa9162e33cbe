package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.springframework.context.event.GenericApplicationListener.forEventType;

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
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.event.ContextClosedEvent;

/** Stops the server under load and counts: every accepted request is answered or reported. */
@Tag("full")
class UssdStopTest {

    private static final int SENDERS = 4;
    private static final int BEFORE_THE_STOP = 200;
    private static final String UNKNOWN_SUBSCRIBER = "9477123" + StubOperator.UNKNOWN;
    private static final StubOperator OPERATOR = new StubOperator();

    private final Queue<String> accepted = new ConcurrentLinkedQueue<>();
    private final Queue<String> unknown = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @ValueSource(strings = {"tour", "tour,plain"})
    void losesNothingThatWasAccepted(String profiles) throws Exception {
        OPERATOR.reset();
        // with the few connections below, replies wait for a connection, and closing the client would drop them
        OPERATOR.answerAfter(Duration.ofMillis(25));
        ExecutorService threads = Executors.newFixedThreadPool(SENDERS);
        MeterRegistry meters;
        List<Future<?>> senders;
        int inside;

        try (ConfigurableApplicationContext context = start(profiles)) {
            context.addApplicationListener(
                    forEventType(ContextClosedEvent.class, stopping -> OPERATOR.releaseAnswers()));
            MeterRegistry registry = context.getBean(MeterRegistry.class);
            UssdClient server =
                    new UssdClient(context.getEnvironment().getRequiredProperty("local.server.port", int.class));
            send(server, "first", UNKNOWN_SUBSCRIBER);
            await("the first error, as a registry that is closed counts no new one")
                    .until(() -> reported(registry) == 1);
            OPERATOR.holdAnswers();
            meters = registry;
            senders = IntStream.range(0, SENDERS)
                    .<Future<?>>mapToObj(sender -> threads.submit(() -> sendUntilItStops(server, sender)))
                    .toList();
            await("load").atMost(Duration.ofSeconds(40)).until(() -> accepted.size() >= BEFORE_THE_STOP);
            inside = accepted.size() - OPERATOR.count();
        }
        threads.shutdown();
        for (Future<?> sender : senders) {
            sender.get();
        }

        assertThat(inside).as("requests at the stop whose replies wait").isGreaterThan(BEFORE_THE_STOP / 2);
        assertThat(OPERATOR.sessions()).doesNotHaveDuplicates().containsAll(accepted);
        assertThat(OPERATOR.sessions().stream().filter(session -> !unknown.contains(session)))
                .containsExactlyInAnyOrderElementsOf(accepted);
        assertThat(reported(meters)).isPositive().isEqualTo(OPERATOR.failed());
    }

    private void sendUntilItStops(UssdClient server, int sender) {
        for (int i = 0; ; i++) {
            String session = sender + "-" + i;
            // the operator does not know some subscribers: their replies end in the error logger
            String msisdn = i % 10 == 0 ? UNKNOWN_SUBSCRIBER : "94771234567";
            try {
                send(server, session, msisdn);
            } catch (UncheckedIOException stopped) {
                unknown.add(session);
                return;
            }
        }
    }

    private void send(UssdClient server, String session, String msisdn) {
        if (server.send(session, msisdn, "*100#").statusCode() == 202) {
            accepted.add(session);
        }
    }

    private static double reported(MeterRegistry meters) {
        return meters.find("ussd.errors").counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private static ConfigurableApplicationContext start(String profiles) {
        return new SpringApplicationBuilder(UssdApplication.class)
                .profiles(profiles.split(","))
                .run(
                        "--server.port=0",
                        "--ussd.receiver.enabled=false",
                        "--ussd.replies.url=" + OPERATOR.url(),
                        "--ussd.replies.connections=8",
                        "--ussd.replies.response-timeout=30s",
                        "--spring.main.banner-mode=off",
                        "--concor.presets.location=../presets",
                        "--logging.level.io.concor.sample.ussd.ErrorLogger=off",
                        "--logging.level.ussd.trans=off");
    }
}
