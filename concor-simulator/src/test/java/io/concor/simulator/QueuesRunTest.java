package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.InMemoryQueueServer.Fault;
import io.concor.simulator.queues.ClientLoadSettings;
import io.concor.simulator.queues.QueuesOutcome;
import io.concor.simulator.queues.QueuesRun;
import io.concor.simulator.queues.check.ClientAccounts;
import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.http.ConnectionSettings;
import io.concor.simulator.queues.http.QueueServerAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class QueuesRunTest {

    private final InMemoryQueues queues = new InMemoryQueues();

    @Test
    void receivesWhatIsLeftWhenItIsStopped() {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            QueuesRun run = new QueuesRun(settings(server));
            QueuesOutcome outcome = run.run(second -> run.stop());
            assertThat(outcome.drained()).isTrue();
            assertThat(outcome.deliveries().received()).isEqualTo(queues.sent()).isPositive();
            assertThat(queues.size()).isZero();
            assertThat(outcome.statistics().seconds()).isBetween(1.0, 30.0);
            assertThat(outcome.statistics().requestsPerSecond()).isPositive();
        }
    }

    @Test
    void endsWhenItIsStoppedDuringTheSetup() {
        try (InMemoryQueueServer server = new InMemoryQueueServer(queues)) {
            CompletableFuture<Void> asked = new CompletableFuture<>();
            server.failing((call, number) -> {
                asked.complete(null);
                return Fault.SILENT;
            });
            QueuesRun run = new QueuesRun(settings(server));
            asked.thenRun(run::stop);
            QueuesOutcome outcome = run.run(second -> {});
            assertThat(outcome.drained()).isTrue();
            assertThat(outcome.deliveries().isCorrect()).isTrue();
            assertThat(outcome.statistics().calls()).isEmpty();
        }
    }

    private static ClientLoadSettings settings(InMemoryQueueServer server) {
        return new ClientLoadSettings(
                new ConnectionSettings(
                        List.of(QueueServerAddress.of(URI.create(server.url() + "/"))), Duration.ofSeconds(60)),
                new ClientRange(1, 3, 3),
                2,
                100,
                null,
                0,
                600,
                0,
                Duration.ofSeconds(30),
                1,
                new ClientAccounts("client", InMemoryQueueServer.PASSWORD),
                null);
    }
}
