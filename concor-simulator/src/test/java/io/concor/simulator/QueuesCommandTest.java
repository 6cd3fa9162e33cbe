package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.InMemoryQueueServer.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class QueuesCommandTest {

    private final InMemoryQueues queues = new InMemoryQueues();

    @TempDir
    private Path folder;

    private Path password = Path.of("");

    @BeforeEach
    void writePassword() throws IOException {
        password = Files.writeString(folder.resolve("password"), InMemoryQueueServer.PASSWORD + "\n");
    }

    @Test
    void receivesEachMessageOnce() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server, "--warm-up=1s");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output())
                    .contains("\n    -1 ", "\n     0 ", "Correct: 0 lost, 0 twice, 0 wrong.", "0 requests failed");
            assertThat(deliveries(run).get("acknowledged").asInt()).isEqualTo(queues.sent());
            assertThat(deliveries(run).get("received").asInt()).isEqualTo(queues.sent());
            assertThat(queues.size()).isZero();
            assertThat(queues.clients()).isEqualTo(5);
            assertThat(server.requests("create")).isEqualTo(3);
            assertThat(server.connections()).isEqualTo(5);
            // a loop sends once, lists once, and receives what one of the others has sent
            int sends = requests(run, "send");
            assertThat(requests(run, "list")).isCloseTo(sends, within(5));
            assertThat(requests(run, "receive")).isBetween(sends / 2, sends + 5);
            assertThat(sends).as("without those of the warm-up").isLessThan(queues.sent());
            assertThat(run.result().get("account").get("requestsPerSecond").asDouble())
                    .isGreaterThan(sends);
        }
    }

    @Test
    void endsEachMessageThatIsLeased() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server, "--ack=explicit", "--lease=10s", "--message-size=20");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(queues.size()).isZero();
            assertThat(requests(run, "end")).isCloseTo(requests(run, "receive"), within(5));
            assertThat(run.result().get("leaseMillis").asInt()).isEqualTo(10_000);
            assertThat(deliveries(run).get("again").asInt()).isZero();
        }
    }

    @Test
    void reportsEachLostMessage() throws IOException {
        queues.storing((number, message) -> number % 50 == 0 ? null : message);
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run).get("lost").asInt()).isEqualTo(queues.sent() / 50);
            assertThat(run.output()).contains("NOT CORRECT: ", "lost: message ").doesNotContain("Unknown");
        }
    }

    @Test
    void reportsMessagesThatComeAgain() throws IOException {
        queues.keepingEach(50);
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run).get("twice").asInt()).isBetween(queues.sent() / 60, queues.sent() / 40);
            assertThat(deliveries(run).get("wrong").asInt()).isZero();
            assertThat(run.output()).contains("twice: client");
        }
    }

    @Test
    void reportsMessagesThatComeAgainDuringTheirLease() throws IOException {
        queues.leasingForNoTime();
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            // the end of each message is answered by an error, so that it is received again before it has ended
            server.failing((call, number) -> call.equals("end") ? Fault.REFUSED : Fault.NONE);
            SimulatorRun run = run(server, "--ack=explicit", "--drain=1s");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run).get("twice").asInt()).isPositive();
        }
    }

    @Test
    void reportsMessagesThatComeAgainAfterTheirEnd() throws IOException {
        queues.endingNothing();
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server, "--ack=explicit", "--lease=100ms", "--drain=1s");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run).get("twice").asInt()).isPositive();
            assertThat(deliveries(run).get("again").asInt()).isZero();
        }
    }

    @Test
    void acceptsMessagesThatComeAgainAfterTheirLease() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("end") && number == 1 ? Fault.REFUSED : Fault.NONE);
            SimulatorRun run = run(server, "--ack=explicit", "--lease=300ms");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(deliveries(run).get("again").asInt()).isEqualTo(1);
            assertThat(queues.size()).isZero();
        }
    }

    @Test
    void reportsMessagesThatWereChanged() throws IOException {
        queues.delivering(message -> message.with(message.from, message.to, message.content.replaceFirst(".$", "!")));
        assertAllWrong("which no client sends");
    }

    @Test
    void reportsMessagesThatWereCut() throws IOException {
        queues.delivering(message -> message.with(message.from, message.to, message.content.replaceFirst(".$", "")));
        assertAllWrong("which no client sends");
    }

    @Test
    void reportsMessagesOfAnotherSender() throws IOException {
        queues.delivering(message -> message.with("client99", message.to, message.content));
        assertAllWrong("which was not for it");
    }

    @Test
    void reportsMessagesToAnotherClient() throws IOException {
        queues.storing((number, message) -> message.with(message.from, message.from, message.content));
        assertAllWrong("which was not for it");
    }

    private void assertAllWrong(String reason) throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(deliveries(run).get("wrong").asInt()).isEqualTo(queues.sent());
            assertThat(run.output()).contains("wrong: client", reason);
        }
    }

    @Test
    void repeatsSendsWithoutAnAnswer() throws IOException {
        SimulatorRun run = runLosingAnswersOf("send");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(errors(run).get("send: connection closed").asInt()).isPositive();
        assertThat(deliveries(run).get("received").asInt()).isEqualTo(queues.sent());
        assertThat(deliveries(run).get("acknowledged").asInt()).isBetween(queues.sent() - 5, queues.sent());
    }

    @Test
    void reportsMessagesThatTheServerTakesAgain() throws IOException {
        queues.forgettingIds();
        SimulatorRun run = runLosingAnswersOf("send");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(deliveries(run).get("twice").asInt()).isPositive();
    }

    @Test
    void doesNotCallMessagesLostThatAReceiveWithoutAnAnswerHasDeleted() throws IOException {
        SimulatorRun run = runLosingAnswersOf("receive");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(deliveries(run).get("unknown").asInt())
                .isPositive()
                .isLessThanOrEqualTo(
                        errors(run).get("receive: connection closed").asInt());
        assertThat(run.output()).contains("Unknown: ", "--ack explicit avoids this");
    }

    @Test
    void receivesMessagesAgainWhoseReceiveHadNoAnswer() throws IOException {
        SimulatorRun run = runLosingAnswersOf("receive", "--ack=explicit", "--lease=200ms");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(errors(run).get("receive: connection closed").asInt()).isPositive();
        assertThat(deliveries(run).get("received").asInt()).isEqualTo(queues.sent());
    }

    @Test
    void repeatsEndsWithoutAnAnswer() throws IOException {
        SimulatorRun run = runLosingAnswersOf("end", "--ack=explicit");
        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(errors(run).get("end: status 409").asInt()).isPositive();
        assertThat(queues.size()).isZero();
    }

    private SimulatorRun runLosingAnswersOf(String lostCall, String... options) {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing(
                    (call, number) -> call.equals(lostCall) && number % 50 == 0 ? Fault.ANSWER_LOST : Fault.NONE);
            return run(server, options);
        }
    }

    @Test
    void goesOnWithTheNextServer() throws IOException {
        try (InMemoryQueueServer second = new InMemoryQueueServer(queues)) {
            InMemoryQueueServer first = new InMemoryQueueServer(queues);
            CompletableFuture<Void> stop = new CompletableFuture<>();
            first.failing((call, number) -> {
                if (call.equals("send") && number == 20) {
                    stop.completeAsync(() -> {
                        first.close();
                        return null;
                    });
                }
                return Fault.NONE;
            });
            SimulatorRun run = run(first, second.url(), "--ack=explicit", "--lease=500ms");
            stop.join();
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(errors(run).toString()).contains("connection closed");
            assertThat(second.connections()).isGreaterThanOrEqualTo(5);
            assertThat(deliveries(run).get("received").asInt()).isEqualTo(queues.sent());
        }
    }

    @Test
    void repeatsRequestsThatAreRefusedForNow() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> number % 20 == 0 ? Fault.UNAVAILABLE : Fault.NONE);
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(errors(run).get("receive: status 503").asInt()).isPositive();
            assertThat(deliveries(run).get("unknown").asInt()).isZero();
        }
    }

    @Test
    void countsNoErrorWhenAServerClosesAConnectionAfterAnAnswer() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> number % 20 == 0 ? Fault.CLOSED_AFTERWARDS : Fault.NONE);
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(errors(run).isEmpty()).as(errors(run).toString()).isTrue();
            assertThat(server.connections()).isGreaterThan(10);
        }
    }

    @Test
    void givesUpRequestsThatTakeTooLong() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("list") && number == 10 ? Fault.SILENT : Fault.NONE);
            SimulatorRun run = run(server, "--timeout=100ms");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(errors(run).get("list: timeout").asInt()).isEqualTo(1);
        }
    }

    @Test
    void expectsNoMessageThatTheServerRefused() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("send") && number % 50 == 0 ? Fault.REFUSED : Fault.NONE);
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(errors(run).get("send: status 400").asInt()).isPositive();
        }
    }

    @Test
    void reportsWhatItCouldNotReceive() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("receive") ? Fault.FAILED : Fault.NONE);
            SimulatorRun run = run(server, "--ack=explicit", "--drain=300ms");
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.result().get("drained").asBoolean()).isFalse();
            assertThat(deliveries(run).get("unreceived").asInt()).isEqualTo(queues.sent());
            assertThat(run.output()).contains("when --drain ended");
        }
    }

    @Test
    void sharesClientsWithAnotherProcess() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            CompletableFuture<SimulatorRun> other = CompletableFuture.supplyAsync(() -> run(
                    server, "--clients=2", "--first-client=4", "--total-clients=5", "-o=" + folder.resolve("other")));
            SimulatorRun run = run(server, "--clients=3", "--total-clients=5");
            assertThat(other.join().exitCode()).as(other.join().output()).isZero();
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(queues.clients()).isEqualTo(5);
            assertThat(queues.size()).isZero();
            JsonNode deliveries = deliveries(run);
            assertThat(deliveries.get("ofOtherRuns").asInt())
                    .isPositive()
                    .isLessThan(deliveries.get("received").asInt());
        }
    }

    @Test
    void countsMessagesOfAnEarlierRunAsSuch() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("receive") ? Fault.FAILED : Fault.NONE);
            run(server, "--drain=0s");
            int left = queues.size();
            server.failing((call, number) -> Fault.NONE);
            SimulatorRun run = run(server, "--message-size=300");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(deliveries(run).get("ofOtherRuns").asInt())
                    .isEqualTo(left)
                    .isPositive();
        }
    }

    @Test
    void limitsTheRate() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server, "--rate=100", "--for=2s");
            assertThat(run.result().get("account").get("requestsPerSecond").asDouble())
                    .isBetween(80.0, 110.0);
        }
    }

    @Test
    void writesALogForEachClient() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server, "--log=" + folder.resolve("log"), "--client-threads=2", "--ack=explicit");
            assertThat(run.exitCode()).as(run.output()).isZero();
            List<String> lines = Files.readAllLines(folder.resolve("log/client-5.csv"));
            assertThat(lines.get(0)).isEqualTo("millis,took,request,details");
            assertThat(lines.get(1))
                    .matches("\\d+\\.\\d{3},\\d+\\.\\d{3},SEND_MESSAGE,\"\\([1-3], [1-4], 0\\.5\\..\\)\"");
            assertThat(lines.get(2)).matches("\\d+\\.\\d{3},\\d+\\.\\d{3},LIST_QUEUES,\"\"");
            assertThat(lines).anyMatch(line -> line.matches(".*,RECEIVE_MESSAGE,\"\\([1-3], [1-4], .....\\)\""));
            assertThat(lines).anyMatch(line -> line.matches(".*,END_MESSAGE,\"\\([1-3]\\)\""));
            assertThat(Files.list(folder.resolve("log"))).hasSize(5);
        }
    }

    @Test
    void reportsThatALogIsIncomplete() throws IOException {
        Files.createDirectories(folder.resolve("log/client-5.csv"));
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server, "--log=" + folder.resolve("log"));
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output()).contains("The logs of the clients are incomplete: ");
        }
    }

    @Test
    void doesNotStartWithAWrongPassword() throws IOException {
        Files.writeString(password, "wrong");
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output()).contains("register at " + server.url() + ": status 401");
        }
    }

    @Test
    void doesNotStartWithoutAServer() {
        InMemoryQueueServer server = new InMemoryQueueServer(queues);
        server.close();
        SimulatorRun run = run(server);
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.output()).contains("register at " + server.url() + ": cannot connect: Connection refused");
    }

    @Test
    void doesNotStartIfAQueueCannotBeCreated() {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("create") ? Fault.REFUSED : Fault.NONE);
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output()).contains("create at " + server.url() + ": status 400");
        }
    }

    @Test
    void doesNotTakeEachConflictForAQueueThatExists() {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> call.equals("create") ? Fault.CONFLICT : Fault.NONE);
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.output()).contains("peek at " + server.url() + ": status 404");
        }
    }

    @Test
    void usesQueuesThatExist() {
        queues.create("load-2");
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(server.requests("peek")).isEqualTo(1);
        }
    }

    private SimulatorRun run(InMemoryQueueServer server, String... options) {
        List<String> all = new ArrayList<>(List.of(
                "queues", server.url(), "--password-file=" + password, "--clients=5", "--queues=3", "--for=1s"));
        List<String> given = List.of(options);
        all.removeIf(option -> given.stream().anyMatch(other -> isSameOption(option, other)));
        all.addAll(given);
        if (given.stream().noneMatch(option -> option.startsWith("-o="))) {
            all.add("--results=" + folder);
        }
        return SimulatorRun.command(folder, all.toArray(String[]::new));
    }

    private static boolean isSameOption(String option, String other) {
        return option.startsWith("--") && other.startsWith(option.substring(0, option.indexOf('=') + 1));
    }

    private static org.assertj.core.data.Offset<Integer> within(int difference) {
        return org.assertj.core.data.Offset.offset(difference);
    }

    private static JsonNode deliveries(SimulatorRun run) throws IOException {
        return run.result().get("deliveries");
    }

    private static JsonNode errors(SimulatorRun run) throws IOException {
        return run.result().get("account").get("errors");
    }

    private static int requests(SimulatorRun run, String call) throws IOException {
        return run.result()
                .get("account")
                .get("calls")
                .get(call)
                .get("requests")
                .asInt();
    }
}
