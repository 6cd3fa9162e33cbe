package io.concor.simulator;

import static io.concor.simulator.QueuesCall.deliveries;
import static io.concor.simulator.QueuesCall.errors;
import static io.concor.simulator.QueuesCall.requests;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.InMemoryQueueServer.Fault;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class QueuesCommandTest {

    private final InMemoryQueues queues = new InMemoryQueues();

    @TempDir
    private Path folder;

    @Test
    void receivesEachMessageOnce() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server, "--warm-up=1s");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(run.output())
                    .contains("\n    -1 ", "\n     0 ", "Correct: 0 lost, 0 twice, 0 wrong.", "0 requests failed");
            assertThat(deliveries(run, "acknowledged")).isEqualTo(queues.sent());
            assertThat(deliveries(run, "received")).isEqualTo(queues.sent());
            assertThat(queues.size()).isZero();
            assertThat(queues.clients()).isEqualTo(5);
            assertThat(server.requests("create")).isEqualTo(3);
            assertThat(server.connections()).isEqualTo(5);
            // a loop sends once, lists once, and receives what one of the others has sent
            int sends = requests(run, "send");
            assertThat(requests(run, "list")).isBetween(sends - 5, sends + 5);
            // also what was sent during the warm-up and waits still
            assertThat(requests(run, "receive")).isBetween(sends / 2, sends + sends / 2);
            assertThat(sends).as("without those of the warm-up").isLessThan(queues.sent());
            assertThat(run.result().get("account").get("requestsPerSecond").asDouble())
                    .isGreaterThan(sends);
        }
    }

    @Test
    void addsUpHowLongTheRequestsOfASecondTook() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            JsonNode seconds = run(server, "--for=2s").result().get("account").get("timeline");
            assertThat(seconds).isNotEmpty().allSatisfy(second -> {
                double mean = second.get("latencies").get("meanMicros").asDouble();
                double sum = second.get("callMicros")
                        .valueStream()
                        .mapToDouble(JsonNode::asDouble)
                        .sum();
                assertThat(sum).isCloseTo(mean * second.get("requests").asInt(), Percentage.withPercentage(1));
            });
        }
    }

    @Test
    void endsEachMessageThatIsLeased() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = run(server, "--ack=explicit", "--lease=10s", "--message-size=20");
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(queues.size()).isZero();
            assertThat(requests(run, "end")).isBetween(requests(run, "receive") - 5, requests(run, "receive") + 5);
            assertThat(run.result().get("leaseMillis").asInt()).isEqualTo(10_000);
            assertThat(deliveries(run, "again")).isZero();
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
            assertThat(deliveries(run, "received")).isEqualTo(queues.sent());
        }
    }

    @Test
    void repeatsRequestsThatAreRefusedForNow() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            server.failing((call, number) -> number % 20 == 0 ? Fault.UNAVAILABLE : Fault.NONE);
            SimulatorRun run = run(server);
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(errors(run).get("receive: status 503").asInt()).isPositive();
            assertThat(deliveries(run, "unknown")).isZero();
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
    @Tag("full")
    void sharesClientsWithAnotherProcess() throws IOException {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            CompletableFuture<SimulatorRun> other = CompletableFuture.supplyAsync(() -> run(
                    server,
                    "--clients=2",
                    "--first-client=4",
                    "--total-clients=5",
                    "--for=2s",
                    "--results=" + folder.resolve("other")));
            SimulatorRun run = run(server, "--clients=3", "--total-clients=5");
            assertThat(other.join().exitCode()).as(other.join().output()).isZero();
            assertThat(run.exitCode()).as(run.output()).isZero();
            assertThat(queues.clients()).isEqualTo(5);
            assertThat(queues.size()).isZero();
            assertThat(deliveries(run, "ofOtherRuns")).isPositive().isLessThan(deliveries(run, "received"));
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
    void doesNotStartWithAWrongPassword() {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            SimulatorRun run = QueuesCall.runWithPassword("wrong", folder, server);
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
        return QueuesCall.run(folder, server, options);
    }
}
