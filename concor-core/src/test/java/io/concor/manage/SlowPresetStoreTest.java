package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A store that is slow for one preset blocks others only if necessary. */
class SlowPresetStoreTest {

    private final Flow<String, String> flow =
            Flows.<String>create("flow").map((String message) -> message, "a").build();

    @AfterEach
    void close() {
        flow.close();
    }

    @Test
    void savingANewNameDoesNotBlockSavingAnExistingOne() throws Exception {
        HeldStore held = new HeldStore("night");
        Manager slow = new Manager(held);
        slow.register(flow);
        slow.flow("flow").presets().save("day", null);
        CompletableFuture<Preset.Saved> night = saving(slow, "night");
        held.reached.await();
        try {
            assertThat(saving(slow, "day")).succeedsWithin(Duration.ofSeconds(10));
        } finally {
            held.free.countDown();
        }
        assertThat(night).succeedsWithin(Duration.ofSeconds(10));
    }

    @Test
    void ofTwoConcurrentSavesOfANewNameOneReplacesTheOther() throws Exception {
        HeldStore held = new HeldStore("night");
        Manager slow = new Manager(held);
        slow.register(flow);
        CompletableFuture<Preset.Saved> first = saving(slow, "night");
        held.reached.await();
        CompletableFuture<Preset.Saved> second = saving(slow, "night");
        await("both have looked for the name").until(() -> held.lookedForNames.get() == 3);
        held.free.countDown();

        assertThat(first).succeedsWithin(Duration.ofSeconds(10)).returns(false, Preset.Saved::replaced);
        assertThat(second).succeedsWithin(Duration.ofSeconds(10)).returns(true, Preset.Saved::replaced);
    }

    private static CompletableFuture<Preset.Saved> saving(Manager manager, String name) {
        return CompletableFuture.supplyAsync(
                () -> manager.flow("flow").presets().save(name, null), run -> new Thread(run).start());
    }

    /** Blocks while it saves one preset. */
    private static final class HeldStore implements PresetStore {

        private final PresetStore presets = PresetStore.inMemory();
        private final String name;
        private final CountDownLatch reached = new CountDownLatch(1);
        private final CountDownLatch free = new CountDownLatch(1);
        private final AtomicInteger lookedForNames = new AtomicInteger();

        HeldStore(String name) {
            this.name = name;
        }

        @Override
        public List<String> names(String flow) {
            List<String> names = presets.names(flow);
            lookedForNames.incrementAndGet();
            return names;
        }

        @Override
        public Optional<Preset> find(String flow, String preset) {
            return presets.find(flow, preset);
        }

        @Override
        public boolean save(Preset preset) {
            if (preset.name().equals(name)) {
                reached.countDown();
                await("the end of the wait").until(() -> free.getCount() == 0);
            }
            return presets.save(preset);
        }

        @Override
        public boolean delete(String flow, String preset) {
            return presets.delete(flow, preset);
        }
    }
}
