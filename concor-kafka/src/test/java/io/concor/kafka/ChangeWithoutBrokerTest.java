package io.concor.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.QueueKind;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A slot is to wait in Kafka, and no broker answers. */
@Timeout(120)
class ChangeWithoutBrokerTest {

    private static final JoinSettings MEMORY = JoinSettings.single();

    @TempDir
    Path folder;

    /** The thread that was given up waits for the brokers. */
    @Test
    @Tag("full")
    void endsInItsTimeAndNeitherTheStopNorTheCloseWaitsForIt() throws Exception {
        try (SingleBroker broker = new SingleBroker(folder, "PLAINTEXT", Map.of())) {
            KafkaQueueStore store = KafkaQueueStore.of(
                            Map.of("bootstrap.servers", broker.address()), new TextMessages())
                    .build();
            Flow<String, String> flow = Flows.<String>create(SharedBroker.flow())
                    .queues(store)
                    .map(message -> message, "first")
                    .join(MEMORY)
                    .map(message -> message, "second")
                    .build();
            Manager manager = new Manager();
            manager.register(flow);
            broker.stop();

            ChangeRequest remote = ChangeRequest.put(flow.name(), "second", MEMORY.queue(QueueKind.REMOTE));
            long began = System.nanoTime();
            assertThatThrownBy(() -> manager.change(remote.timeLimit(Duration.ofSeconds(1))))
                    .isInstanceOf(ChangeNotPossibleException.class)
                    .hasMessageContaining("the store 'kafka' has not opened the queue of the slot");
            assertThat(sinceNanos(began)).isLessThan(Duration.ofSeconds(3));
            assertThat(manager.flow(flow.name()).layout().slots()).containsEntry("second", MEMORY);
            assertThat(flow.submit("event").get(10, TimeUnit.SECONDS)).isEqualTo("event");
            assertThatThrownBy(() -> manager.change(remote))
                    .isInstanceOf(ChangeNotPossibleException.class)
                    .hasMessageContaining("no broker can be reached");

            assertThatThrownBy(() -> manager.change(remote.timeLimit(Duration.ofSeconds(1))))
                    .isInstanceOf(ChangeNotPossibleException.class);
            began = System.nanoTime();
            flow.close();
            store.close();
            assertThat(sinceNanos(began)).isLessThan(Duration.ofSeconds(7));
        }
    }

    private static Duration sinceNanos(long began) {
        return Duration.ofNanos(System.nanoTime() - began);
    }
}
