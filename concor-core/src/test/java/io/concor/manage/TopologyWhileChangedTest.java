package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.layout.Topology;
import io.concor.preset.PresetStore;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A topology that is read during a change is consistent. */
class TopologyWhileChangedTest {

    private final CountDownLatch looked = new CountDownLatch(1);
    private final Manager manager =
            new Manager(PresetStore.inMemory(), ResourceLimits.NONE, Manager.DEFAULT_HISTORY_SIZE, new WaitingClock());
    private final Flow<String, String> flow =
            Flows.<String>create("flow").map((String message) -> message, "a").build();

    @AfterEach
    void close() {
        flow.close();
    }

    @Test
    void trialAndActivePresetMatchTheLayout() {
        manager.register(flow);
        manager.flow("flow").presets().save("empty", null);
        manager.change(ChangeRequest.put("flow", "a", JoinSettings.single()));
        manager.flow("flow").presets().save("filled", null);
        ChangeRequest tried = ChangeRequest.options("flow").revertAfter(Duration.ofHours(1));
        CompletableFuture<ChangeResult> change = CompletableFuture.supplyAsync(
                () -> manager.flow("flow").presets().apply("empty", tried), run -> new Thread(run).start());
        await("the new layout").until(() -> manager.flow("flow").layout().version() == 3);

        Topology topology = manager.flow("flow").topology();

        looked.countDown();
        assertThat(topology).returns(3L, Topology::version).returns("empty", Topology::activePreset);
        assertThat(topology.drifted()).isFalse();
        assertThat(topology.trial()).isNotNull();
        assertThat(change).succeedsWithin(Duration.ofSeconds(10));
    }

    /** Waits when a trial begins, so that the test can read the topology meanwhile. */
    private final class WaitingClock implements ChangeClock {

        @Override
        public long nanos() {
            return System.nanoTime();
        }

        @Override
        public Instant now() {
            if (manager.flow("flow").layout().version() == 3) {
                awaitRead();
            }
            return Instant.now();
        }

        private void awaitRead() {
            try {
                looked.await(300, TimeUnit.MILLISECONDS);
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
