package io.concor.sample.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.sample.HostileAnswer;
import io.concor.sample.HostileServer;
import io.concor.sample.support.JsonHttpClient.Failure;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The client bounds what a hostile server can take from it. */
@Tag("full")
class HostileAnswerTest {

    private static final Duration LONG = Duration.ofMinutes(1);
    private static final int CONNECTIONS = 4;
    private static final int REQUESTS = 3 * CONNECTIONS;
    private static final int LARGE_BODY = 32 * 1024 * 1024;

    private final HostileServer server = new HostileServer();
    private final AtomicInteger succeeded = new AtomicInteger();
    private final Queue<Failure> failures = new ConcurrentLinkedQueue<>();
    private JsonHttpClient client = JsonHttpClient.start(LONG, Duration.ofSeconds(1), CONNECTIONS);

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    @ParameterizedTest
    @EnumSource(HostileAnswer.class)
    void endsRequestsThatAreAnsweredWith(HostileAnswer answer) {
        server.answerWith(answer);

        IntStream.range(0, REQUESTS).forEach(i -> post(server.url()));

        await("the end of all requests").until(() -> failures.size() == REQUESTS);
        everythingIsReleased();
        assertThat(succeeded).hasValue(0);
        server.turnHonest();
        post(server.url());
        await("an answer").until(() -> succeeded.get() == 1);
    }

    @ParameterizedTest
    @EnumSource(
            value = HostileAnswer.class,
            names = {"(ENDLESS|CUT|GARBAGE|NOTHING).*"},
            mode = EnumSource.Mode.MATCH_ANY)
    void needsNoTimeoutToRejectAnswersThatAreTooLongOrInvalid(HostileAnswer answer) {
        startWithoutTimeout();
        server.answerWith(answer);

        IntStream.range(0, REQUESTS).forEach(i -> post(server.url()));

        await("the end of all requests").until(() -> failures.size() == REQUESTS);
        everythingIsReleased();
    }

    @ParameterizedTest
    @EnumSource(
            value = HostileAnswer.class,
            names = {"(SILENCE|DRIPPING).*"},
            mode = EnumSource.Mode.MATCH_ANY)
    void closesTheConnectionOfARequestThatIsCancelled(HostileAnswer answer) {
        startWithoutTimeout();
        server.answerWith(answer);
        List<Runnable> cancellations =
                IntStream.range(0, REQUESTS).mapToObj(i -> post(server.url())).toList();
        await("connections").until(() -> server.openConnections() == CONNECTIONS);

        cancellations.forEach(Runnable::run);

        everythingIsReleased();
        assertThat(failures).isEmpty();
        assertThat(client.outcomes()).isEqualTo(new RecentOutcomes.Counts(REQUESTS, REQUESTS));
    }

    @Test
    void opensNoConnectionForARequestThatIsCancelledWhileItWaits() {
        startWithoutTimeout();
        server.answerWith(HostileAnswer.SILENCE);
        IntStream.range(0, CONNECTIONS).forEach(i -> post(server.url()));
        await("connections").until(() -> server.openConnections() == CONNECTIONS);
        IntStream.range(0, REQUESTS).forEach(i -> post(server.url()).run());
        server.closeConnections();
        await("the end of all others").until(() -> failures.size() == CONNECTIONS);
        server.turnHonest();

        post(server.url());

        await("an answer").until(() -> succeeded.get() == 1);
        assertThat(server.acceptedConnections()).isEqualTo(CONNECTIONS + 1);
    }

    @Test
    void closesTheConnectionOfARequestThatIsCancelledAtAnyTime() {
        startWithoutTimeout();
        server.answerWith(HostileAnswer.DRIPPING_HEAD);
        Random random = new Random(1);

        for (int i = 0; i < 500; i++) {
            Runnable cancellation = post(server.url());
            LockSupport.parkNanos(random.nextInt(500_000));
            cancellation.run();
        }

        everythingIsReleased();
    }

    @Test
    void closesTheConnectionOfARequestThatIsAnsweredBeforeItIsSent() {
        server.answerWithoutReading();

        client.post(URI.create(server.url()), new byte[LARGE_BODY], callback());

        await("an answer").until(() -> succeeded.get() == 1);
        everythingIsReleased();
    }

    @ParameterizedTest
    @EnumSource(
            value = HostileAnswer.class,
            names = {"SILENCE", "DRIPPING_TLS"})
    void endsATlsHandshakeInTime(HostileAnswer answer) throws Exception {
        client.close();
        client = JsonHttpClient.start(Duration.ofSeconds(1), LONG, CONNECTIONS);
        server.answerWith(answer);

        IntStream.range(0, CONNECTIONS).forEach(i -> post(server.url().replace("http:", "https:")));

        await("the end of all requests").until(() -> failures.size() == CONNECTIONS);
        everythingIsReleased();
        assertThat(failures)
                .allSatisfy(failure -> assertThat(failure.outcomeUnknown()).isFalse());
    }

    @Test
    void deliversToAHealthyServerWhileOthersAreSilent() throws Exception {
        startWithoutTimeout();
        server.answerWith(HostileAnswer.SILENCE);
        try (HostileServer other = new HostileServer();
                HostileServer healthy = new HostileServer()) {
            other.answerWith(HostileAnswer.DRIPPING_HEAD);
            List<Runnable> cancellations = IntStream.range(0, 20 * CONNECTIONS)
                    .mapToObj(i -> post(i % 2 == 0 ? server.url() : other.url()))
                    .toList();

            IntStream.range(0, REQUESTS).forEach(i -> post(healthy.url()));

            await("answers of the healthy server").until(() -> succeeded.get() == REQUESTS);
            assertThat(server.openConnections()).isEqualTo(CONNECTIONS);
            assertThat(other.openConnections()).isEqualTo(CONNECTIONS);
            cancellations.forEach(Runnable::run);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"SILENCE", "DRIPPING_HEAD"})
    void saysWhetherTheOutcomeIsUnknown(HostileAnswer answer) {
        server.answerWith(answer);

        IntStream.range(0, REQUESTS).forEach(i -> post(server.url()));

        await("the end of all requests").until(() -> failures.size() == REQUESTS);
        assertThat(failures).filteredOn(Failure::outcomeUnknown).hasSizeGreaterThanOrEqualTo(CONNECTIONS);
        assertThat(failures).allSatisfy(failure -> assertThat(failure.reason())
                .isEqualTo("%s %s: it took longer than 1s"
                        .formatted(
                                server.url(),
                                failure.outcomeUnknown() ? "gave no complete answer" : "could not be reached")));
    }

    private void everythingIsReleased() {
        await("no open connection at the server").until(() -> server.openConnections() == 0);
        await("no connection in use at the client")
                .until(() ->
                        client.connections().getLeased() + client.connections().getPending() == 0);
        assertThat(client.endedThreads()).isZero();
    }

    private void startWithoutTimeout() {
        try {
            client.close();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
        client = JsonHttpClient.start(LONG, LONG, CONNECTIONS);
    }

    private Runnable post(String url) {
        return client.post(URI.create(url), new byte[] {'{', '}'}, callback());
    }

    private JsonHttpClient.Callback callback() {
        return new JsonHttpClient.Callback() {
            @Override
            public void succeeded(int status) {
                succeeded.incrementAndGet();
            }

            @Override
            public void failed(Failure failure) {
                failures.add(failure);
            }
        };
    }
}
