package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.concor.Continuation;
import io.concor.sample.support.JsonHttpClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** Without Concor, too, a message ends once, whatever its tasks do. */
class PlainMoFlowTest {

    private static final IncomingMessage MESSAGE = new IncomingMessage("94771234567", "1111", "hello");
    private static final URI ENDPOINT = URI.create("http://localhost/news/1");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private volatile Runnable inSession = () -> {};
    private volatile Consumer<Continuation<SentMessage>> sending = continuation -> {};
    private volatile Runnable logging = () -> {};

    @Test
    void countsAMessageThatCannotBeLoggedAsAnError() {
        sending = continuation -> continuation.complete(sent());
        logging = () -> {
            throw new IllegalStateException("the disk is full");
        };
        PlainMoFlow plain = plain(1);

        assertThat(plain.tryEnter(MESSAGE)).isTrue();

        await("the error").until(() -> errors() == 1);
        await("room").until(() -> plain.inFlight() == 0);
        plain.stop();
    }

    @Test
    void letsAMessageLeaveOnceThatIsAnsweredAndThenFails() {
        AtomicReference<Continuation<SentMessage>> held = new AtomicReference<>();
        sending = continuation -> {
            sending = held::set;
            continuation.complete(sent());
            throw new IllegalStateException("too late");
        };
        PlainMoFlow plain = plain(1);
        assertThat(plain.tryEnter(MESSAGE)).isTrue();

        await("room for one").until(() -> plain.tryEnter(MESSAGE));

        assertThat(plain.tryEnter(MESSAGE)).as("room for a second").isFalse();
        assertThat(errors()).isZero();
        await("the second").until(() -> held.get() != null);
        held.get().complete(sent());
        plain.stop();
    }

    @Test
    void endsWaitingMessagesWithAnErrorIfStoppedBeforeTheirTurn() {
        CountDownLatch reached = new CountDownLatch(1);
        inSession = () -> {
            reached.countDown();
            awaitInterruption();
        };
        PlainMoFlow plain = plain(2);
        assertThat(plain.tryEnter(MESSAGE)).isTrue();
        await("the first message").until(() -> reached.getCount() == 0);
        assertThat(plain.tryEnter(MESSAGE)).isTrue();

        Thread.currentThread().interrupt(); // waits no longer
        plain.stop();

        assertThat(Thread.interrupted()).isTrue();
        await("the end of both").until(() -> plain.inFlight() == 0);
        assertThat(errors()).isEqualTo(2);
    }

    private static void awaitInterruption() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    private double errors() {
        return meters.find("mo.flow.errors").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private PlainMoFlow plain(int maxInFlight) {
        MoFlowProperties properties = properties(maxInFlight);
        PlainMoFlow plain = new PlainMoFlow(
                new Translator(Clock.systemUTC()),
                new MoSessionManager(properties, Clock.systemUTC()) {
                    @Override
                    public MoSessionMessage apply(MoMessage message) {
                        inSession.run();
                        return super.apply(message);
                    }
                },
                new Router(properties),
                new EndpointResolver(application -> List.of(), properties) {
                    @Override
                    public AddressedMessage apply(RoutedMessage routed) {
                        return new AddressedMessage(routed, ENDPOINT);
                    }
                },
                new AtTranslator(new JsonMapper()),
                new MessageSender(mock(JsonHttpClient.class)) {
                    @Override
                    public void apply(AtMessage message, Continuation<SentMessage> continuation) {
                        sending.accept(continuation);
                    }
                },
                new TransLogger() {
                    @Override
                    public void accept(SentMessage sent) {
                        logging.run();
                    }
                },
                new MoErrorHandler(meters),
                properties);
        plain.start();
        return plain;
    }

    private static SentMessage sent() {
        MoMessage message = new MoMessage("1", "94771234567", "1111", "hello");
        RoutedMessage routed = new RoutedMessage(message, MoSession.begunBy(message, Instant.EPOCH), "news");
        return new SentMessage(new AtMessage(new AddressedMessage(routed, ENDPOINT), new byte[0]), 200);
    }

    private static MoFlowProperties properties(int maxInFlight) {
        Duration second = Duration.ofSeconds(1);
        return new MoFlowProperties(
                maxInFlight,
                Map.of("1111", "news"),
                new MoFlowProperties.SessionSettings(second, 1),
                new MoFlowProperties.Applications(URI.create("http://localhost"), second, second, 1),
                new MoFlowProperties.ReceiverSettings(false, 0, Set.of()),
                Duration.ZERO);
    }
}
