package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.concor.Continuation;
import io.concor.sample.support.JsonHttpClient;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import tools.jackson.databind.json.JsonMapper;

/** Without Concor, too, a request ends once, whatever its tasks do. */
class PlainUssdTest {

    private static final UssdRequest REQUEST = new UssdRequest("s1", "94771234567", "*100#");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private volatile Consumer<Continuation<SentReply>> sending = continuation -> {};
    private volatile Runnable logging = () -> {};

    @Test
    void countsAReplyThatCannotBeLoggedAsAnError() {
        sending = continuation -> continuation.complete(new SentReply(reply(), 200));
        logging = () -> {
            throw new IllegalStateException("the disk is full");
        };
        PlainUssd plain = plain();

        assertThat(plain.tryEnter(REQUEST)).isTrue();

        await("the error").until(() -> errors() == 1);
        plain.stop();
    }

    @Test
    void letsARequestLeaveOnceThatIsAnsweredAndThenFails() {
        AtomicReference<Continuation<SentReply>> held = new AtomicReference<>();
        sending = continuation -> {
            sending = held::set;
            continuation.complete(new SentReply(reply(), 200));
            throw new IllegalStateException("too late");
        };
        PlainUssd plain = plain();
        assertThat(plain.tryEnter(REQUEST)).isTrue();

        await("room for one").until(() -> plain.tryEnter(REQUEST));

        assertThat(plain.tryEnter(REQUEST)).as("room for a second").isFalse();
        assertThat(errors()).isZero();
        await("the second").until(() -> held.get() != null);
        held.get().complete(new SentReply(reply(), 200));
        plain.stop();
    }

    @Test
    void endsWaitingMessagesWithAnErrorIfStoppedBeforeTheirTurn() {
        CountDownLatch reached = new CountDownLatch(1);
        sending = continuation -> {
            reached.countDown();
            awaitInterruption();
        };
        PlainUssd plain = plain(properties(2));
        assertThat(plain.tryEnter(REQUEST)).isTrue();
        await("the first request").until(() -> reached.getCount() == 0);
        assertThat(plain.tryEnter(REQUEST)).isTrue();

        Thread.currentThread().interrupt(); // waits no longer
        plain.stop();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(errors()).isOne();
    }

    private static void awaitInterruption() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private double errors() {
        return meters.find("ussd.errors").counters().stream()
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private PlainUssd plain() {
        return plain(properties(1));
    }

    private PlainUssd plain(UssdProperties properties) {
        Menus menus = MenuReader.read(properties.menus());
        PlainUssd plain = new PlainUssd(
                new InTranslator(Clock.systemUTC()),
                new UssdSessionManager(properties, Clock.systemUTC()),
                new MenuStructureResolver(menus),
                new MenuResolver(menus),
                new ReplySender(mock(JsonHttpClient.class), new JsonMapper(), properties) {
                    @Override
                    public void apply(Reply reply, Continuation<SentReply> continuation) {
                        sending.accept(continuation);
                    }
                },
                new ReplyLogger() {
                    @Override
                    public void accept(SentReply sent) {
                        logging.run();
                    }
                },
                new ErrorLogger(meters),
                properties);
        plain.start();
        return plain;
    }

    private static Reply reply() {
        return new Reply(new UssdMessage("1", "s1", "94771234567", "*100#"), "page", true);
    }

    private static UssdProperties properties(int maxInFlight) {
        Duration second = Duration.ofSeconds(1);
        return new UssdProperties(
                maxInFlight,
                new ClassPathResource("menus.yml"),
                new UssdProperties.SessionSettings(second, 1, 1),
                new UssdProperties.Replies(URI.create("http://localhost"), second, second, 1),
                new UssdProperties.ReceiverSettings(false, 0));
    }
}
