package io.concor.simulator;

import static io.concor.simulator.QueuesCall.deliveries;
import static io.concor.simulator.QueuesCall.errors;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.InMemoryQueueServer.Fault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the command {@code queues} finds wrong with a server, and what not. */
class QueuesCheckTest {

    private final InMemoryQueues queues = new InMemoryQueues();

    @TempDir
    private Path folder;

    @Test
    void reportsEachLostMessage() throws IOException {
        queues.storing((number, message) -> number % 10 == 0 ? null : message);
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run, "lost")).isEqualTo(queues.sent() / 10);
            assertThat(run.output()).contains("NOT CORRECT: ", "lost: message ").doesNotContain("Unknown");
        }
    }

    @Test
    void reportsMessagesThatComeAgain() throws IOException {
        queues.keepingEach(10);
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run, "twice")).isBetween(queues.sent() / 12, queues.sent() / 8);
            assertThat(deliveries(run, "wrong")).isZero();
            assertThat(run.output()).contains("twice: client");
        }
    }

    @Test
    @Tag("full")
    void reportsMessagesThatComeAgainDuringTheirLease() throws IOException {
        queues.leasingForNoTime();
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            // the end of each message is answered by an error, so that it is received again before it has ended
            server.failing((call, number) -> call.equals("end") ? Fault.REFUSED : Fault.NONE);
            SimulatorRun run = run(server, "--ack=explicit", "--lease=1s", "--drain=0s");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run, "twice")).isPositive();
        }
    }

    @Test
    void reportsMessagesThatComeAgainAfterTheirEnd() throws IOException {
        queues.endingNothing();
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server, "--ack=explicit", "--lease=100ms", "--drain=1s");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run, "twice")).isPositive();
            assertThat(deliveries(run, "again")).isZero();
        }
    }

    @Test
    void acceptsMessagesThatComeAgainAfterTheirLease() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("end") && number == 1 ? Fault.REFUSED : Fault.NONE);
            SimulatorRun run = run(server, "--ack=explicit", "--lease=300ms");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(deliveries(run, "again")).isEqualTo(1);
            assertThat(queues.size()).isZero();
        }
    }

    @Test
    @Tag("full")
    void reportsMessagesThatWereChanged() throws IOException {
        queues.delivering(message -> message.with(message.from, message.to, message.content.replaceFirst(".$", "!")));
        assertAllWrong("which no client sends");
    }

    @Test
    @Tag("full")
    void reportsMessagesThatWereCut() throws IOException {
        queues.delivering(message -> message.with(message.from, message.to, message.content.replaceFirst(".$", "")));
        assertAllWrong("which no client sends");
    }

    @Test
    @Tag("full")
    void reportsMessagesOfAnotherSender() throws IOException {
        queues.delivering(message -> message.with("client99", message.to, message.content));
        assertAllWrong("which was not for it");
    }

    @Test
    @Tag("full")
    void reportsMessagesToAnotherClient() throws IOException {
        queues.delivering(message -> message.with(message.from, "client99", message.content));
        assertAllWrong("which was not for it");
    }

    @Test
    @Tag("full")
    void reportsMessagesThatWereSentToAnotherClient() throws IOException {
        queues.storing((number, message) -> message.with(message.from, third(message), message.content));
        assertAllWrong("which was not sent there");
    }

    private static String third(QueuedMessage message) {
        return IntStream.rangeClosed(1, 3)
                .mapToObj(client -> "client" + client)
                .filter(client -> !client.equals(message.from) && !client.equals(message.to))
                .findFirst()
                .orElseThrow();
    }

    @Test
    @Tag("full")
    void reportsMessagesThatTheirSenderReceives() throws IOException {
        queues.storing((number, message) -> message.with(message.from, message.from, message.content));
        assertAllWrong("which was not for it");
    }

    private void assertAllWrong(String reason) throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run, "wrong")).isEqualTo(queues.sent());
            assertThat(run.output()).contains("wrong: client", reason);
        }
    }

    @Test
    void repeatsSendsWithoutAnAnswer() throws IOException {
        SimulatorRun run = runLosingAnswersOf("send");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(errors(run).get("send: connection closed").asInt()).isPositive();
        assertThat(deliveries(run, "received")).isEqualTo(queues.sent());
        assertThat(deliveries(run, "acknowledged")).isBetween(queues.sent() - 5, queues.sent());
    }

    @Test
    void reportsMessagesThatTheServerTakesAgain() throws IOException {
        queues.forgettingIds();
        SimulatorRun run = runLosingAnswersOf("send");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(deliveries(run, "twice")).isPositive();
    }

    @Test
    @Tag("full")
    void doesNotCallMessagesLostThatAReceiveWithoutAnAnswerHasDeleted() throws IOException {
        SimulatorRun run = runLosingAnswersOf("receive");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(deliveries(run, "unknown"))
                .isPositive()
                .isLessThanOrEqualTo(
                        errors(run).get("receive: connection closed").asInt());
        assertThat(run.output()).contains("Unknown: ", "--ack explicit avoids this");
    }

    @Test
    @Tag("full")
    void callsMessagesLostThatNoReceiveCanHaveDeleted() throws IOException {
        queues.storing((number, message) -> number % 10 == 0 ? null : message);
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing(
                    (call, number) -> call.equals("receive") && number % 3 == 0 ? Fault.UNAVAILABLE : Fault.NONE);
            SimulatorRun run = run(server);
            assertThat(deliveries(run, "lost")).isEqualTo(queues.sent() / 10);
            assertThat(deliveries(run, "unknown")).isZero();
        }
    }

    @Test
    void receivesMessagesAgainWhoseReceiveHadNoAnswer() throws IOException {
        SimulatorRun run = runLosingAnswersOf("receive", "--ack=explicit", "--lease=200ms");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(errors(run).get("receive: connection closed").asInt()).isPositive();
        assertThat(deliveries(run, "received")).isEqualTo(queues.sent());
    }

    @Test
    void repeatsEndsWithoutAnAnswer() throws IOException {
        SimulatorRun run = runLosingAnswersOf("end", "--ack=explicit");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(errors(run).get("end: status 409").asInt()).isPositive();
        assertThat(queues.size()).isZero();
    }

    /** Loses each fifth of the first hundred answers. More would slow the clients so that messages pile up. */
    private SimulatorRun runLosingAnswersOf(String lostCall, String... options) {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) ->
                    call.equals(lostCall) && number <= 100 && number % 5 == 0 ? Fault.ANSWER_LOST : Fault.NONE);
            return run(server, options);
        }
    }

    @Test
    void expectsNoMessageThatTheServerRefused() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("send") && number % 10 == 0 ? Fault.REFUSED : Fault.NONE);
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(errors(run).get("send: status 400").asInt()).isPositive();
        }
    }

    @Test
    void reportsWhatItCouldNotReceive() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("receive") ? Fault.FAILED : Fault.NONE);
            SimulatorRun run = run(server, "--ack=explicit", "--lease=100ms", "--drain=300ms");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.result().get("drained").asBoolean()).isFalse();
            assertThat(deliveries(run, "unreceived")).isEqualTo(queues.sent());
            assertThat(run.output()).contains("when --drain ended");
        }
    }

    @Test
    @Tag("full")
    void countsMessagesOfAnEarlierRunAsSuch() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("receive") ? Fault.FAILED : Fault.NONE);
            run(server, "--drain=0s");
            int left = queues.size();
            server.failing((call, number) -> Fault.NONE);
            SimulatorRun run = run(server, "--message-size=300");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(deliveries(run, "ofOtherRuns")).isEqualTo(left).isPositive();
        }
    }

    private SimulatorRun run(InMemoryQueueServer server, String... options) {
        return QueuesCall.run(folder, server, options);
    }
}
