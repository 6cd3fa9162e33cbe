package io.concor.autoconfigure.preset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.layout.Layout;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class PresetWatcherTests extends PresetFilesFixture {

    /** Runs single checks. */
    @Nested
    class AtEachLook {

        private Manager manager;
        private WatchedPreset watched;

        @BeforeEach
        void load() throws IOException {
            manager = new Manager(new FilePresetStore(location));
            manager.register(flow);
            write("day.yml", threads(2));
            manager.flow("orders").presets().apply("day", ChangeRequest.layout("orders", Map.of()));
            watched = new WatchedPreset(manager, "orders", false, ChangeRequest.DEFAULT_TIME_LIMIT, () -> null);
        }

        private void look(int times) {
            for (int look = 0; look < times; look++) {
                watched.check();
            }
        }

        @Test
        void appliesAChangeThatIsTheSameInTwoChecks() throws IOException {
            look(3);
            write("day.yml", threads(3));

            look(1);
            assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(2, layout(2)));
            look(1);
            assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(3, layout(3)));
            look(3);
            assertThat(manager.flow("orders").layout().version()).isEqualTo(3);
        }

        @Test
        void ignoresAHalfWrittenFile(CapturedOutput output) throws IOException {
            write("day.yml", "slots: {counter: {pool: single}}");
            look(1);
            write("day.yml", "slots: {cou");
            look(1);
            write("day.yml", threads(4));
            look(1);
            assertThat(manager.flow("orders").layout().version()).isEqualTo(2);
            look(1);

            assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(3, layout(4)));
            assertThat(output).doesNotContain("WARN");
        }

        @Test
        void reportsAPersistentProblemOnce(CapturedOutput output) throws IOException {
            write("day.yml", "slots: {cou");
            look(5);
            assertThat(output).containsOnlyOnce("was not applied").contains("it is invalid");

            Files.delete(location.resolve("orders/day.yml"));
            look(5);
            assertThat(output).containsOnlyOnce("There is no preset 'day'");
            assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(2, layout(2)));
        }

        @Test
        void appliesARefusedPresetOnlyOnce(CapturedOutput output) throws IOException {
            write("day.yml", "slots: {counter: {pool: fixed, threads: 2}}");
            look(5);

            assertThat(output).containsOnlyOnce("cannot be applied, the layout is unchanged");
            assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(2, layout(2)));
            write("day.yml", threads(5));
            look(2);
            assertThat(manager.flow("orders").layout().slots()).isEqualTo(layout(5));
        }

        @Test
        void keepsAChangedLayoutWhileTheFileIsUnchanged() throws IOException {
            manager.change(ChangeRequest.put("orders", "parser", JoinSettings.single()));
            write("day.yml", "# with a comment\nreason: another\n" + threads(2));
            look(3);

            assertThat(manager.flow("orders").layout().version()).isEqualTo(3);
        }

        @Test
        void waitsForTheEndOfATrial(CapturedOutput output) throws IOException {
            manager.change(
                    ChangeRequest.put("orders", "parser", JoinSettings.fixed(5)).revertAfter(Duration.ofHours(1)));
            write("day.yml", threads(3));
            look(5);

            assertThat(manager.flow("orders").history(10)).hasSize(2);
            assertThat(output).containsOnlyOnce("is on trial until");
            manager.undo(ChangeRequest.options("orders"));
            look(2);
            assertThat(manager.flow("orders").layout().slots()).isEqualTo(layout(3));
        }

        @Test
        void endsATrialOfTheAutopilot() throws IOException {
            manager.change(ChangeRequest.put("orders", "parser", JoinSettings.fixed(5))
                    .revertAfter(Duration.ofHours(1))
                    .by(ChangeOrigin.of(Autopilot.SOURCE, null)));
            write("day.yml", threads(3));
            look(2);

            assertThat(manager.flow("orders").layout().slots()).isEqualTo(layout(3));
            assertThat(manager.flow("orders").topology().trial()).isNull();
        }

        @Test
        void doesNotApplyAnUndonePresetAgain() throws IOException {
            write("day.yml", threads(3));
            look(2);
            assertThat(manager.flow("orders").layout().slots()).isEqualTo(layout(3));

            manager.undo(ChangeRequest.options("orders"));
            look(3);

            assertThat(manager.flow("orders").layout()).isEqualTo(new Layout(4, layout(2)));
            write("day.yml", threads(4));
            look(2);
            assertThat(manager.flow("orders").layout().slots()).isEqualTo(layout(4));
        }

        @Test
        void doesNotApplyAPresetPermanentlyAfterAnUnconfirmedTrial() throws IOException {
            write("day.yml", threads(3));
            ChangeRequest tried = ChangeRequest.options("orders").revertAfter(Duration.ofHours(1));
            manager.flow("orders").presets().apply("day", tried);
            look(1);

            manager.undo(ChangeRequest.options("orders"));
            look(3);

            assertThat(manager.flow("orders").layout().slots()).isEqualTo(layout(2));
        }

        @Test
        void readsAFileOfManyComments() throws IOException {
            write("day.yml", "# a comment\n".repeat(20_000) + threads(3));
            look(2);

            assertThat(manager.flow("orders").layout().slots()).isEqualTo(layout(3));
        }

        @Test
        void skipsFlowsThatAreNotRunningOrHaveNoActivePreset() throws IOException {
            write("day.yml", threads(3));
            manager.flow("orders").stop(Duration.ofSeconds(5));
            look(3);
            manager.flow("orders").start();
            manager.flow("orders").presets().delete("day");
            write("day.yml", threads(4));
            look(3);

            assertThat(manager.flow("orders").layout().slots()).isEqualTo(layout(2));
        }
    }

    private void watch(ThrowingConsumer<Manager> check) {
        new ApplicationContextRunner()
                .withConfiguration(AutoConfigurations.of(
                        ConcorPresetStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class,
                        ConcorPresetLoadingAutoConfiguration.class))
                .withBean("orders", Flow.class, () -> flow)
                .withPropertyValues(
                        "concor.presets.location=" + location,
                        "concor.presets.load=always",
                        "concor.presets.active.orders=day",
                        "concor.presets.watch=true",
                        "concor.presets.watch-interval=100ms")
                .run(context -> check.accept(context.getBean(Manager.class)));
    }

    @Test
    void appliesAFileThatAnEditorReplaced() throws IOException {
        write("day.yml", threads(2));
        watch(manager -> {
            Files.move(
                    write("day.yml~", threads(6)),
                    location.resolve("orders/day.yml"),
                    StandardCopyOption.ATOMIC_MOVE,
                    StandardCopyOption.REPLACE_EXISTING);
            await("the new layout")
                    .until(() -> manager.flow("orders").layout().slots().equals(layout(6)));
            assertThat(manager.flow("orders").topology().drifted()).isFalse();
        });
    }

    @Test
    void continuesToCheckAfterAnError() throws IOException {
        AtomicBoolean failing = new AtomicBoolean();
        PresetStore stumbling = new StumblingStore(failing);
        Manager manager = new Manager(stumbling);
        manager.register(flow);
        write("day.yml", threads(2));
        manager.flow("orders").presets().apply("day", ChangeRequest.options("orders"));
        PresetWatcher watch =
                new PresetWatcher(manager, manager::names, 0, Duration.ofMillis(100), false, flow -> null);
        failing.set(true);
        watch.start();
        try {
            await("an error").until(() -> !failing.get());
            write("day.yml", threads(3));
            await("the new layout")
                    .until(() -> manager.flow("orders").layout().slots().equals(layout(3)));
        } finally {
            watch.stop();
        }
    }

    @Test
    void stopWaitsForTheRunningCheck() throws Exception {
        CountDownLatch looking = new CountDownLatch(1);
        AtomicBoolean looked = new AtomicBoolean();
        AtomicReference<PresetWatcher> watch = new AtomicReference<>();
        PresetStore slow = PresetStore.inMemory();
        Manager manager = new Manager(new PresetStore() {
            @Override
            public List<String> names(String flow) {
                return slow.names(flow);
            }

            @Override
            public Optional<Preset> find(String flow, String name) {
                looking.countDown();
                await("the stop has begun").until(() -> !watch.get().isRunning());
                looked.set(true);
                return slow.find(flow, name);
            }

            @Override
            public boolean save(Preset preset) {
                return slow.save(preset);
            }

            @Override
            public boolean delete(String flow, String name) {
                return slow.delete(flow, name);
            }
        });
        manager.register(flow);
        manager.flow("orders").presets().save("day", null);
        watch.set(new PresetWatcher(manager, manager::names, 0, Duration.ofMillis(10), false, flow -> null));
        watch.get().start();
        looking.await();

        watch.get().stop();

        assertThat(looked).isTrue();
    }

    /** Fails once on request. */
    private final class StumblingStore implements PresetStore {

        private final PresetStore files = new FilePresetStore(location);
        private final AtomicBoolean failing;

        StumblingStore(AtomicBoolean failing) {
            this.failing = failing;
        }

        @Override
        public List<String> names(String flow) {
            return files.names(flow);
        }

        @Override
        public Optional<Preset> find(String flow, String name) {
            if (failing.getAndSet(false)) {
                throw new StackOverflowError("on purpose");
            }
            return files.find(flow, name);
        }

        @Override
        public boolean save(Preset preset) {
            return files.save(preset);
        }

        @Override
        public boolean delete(String flow, String name) {
            return files.delete(flow, name);
        }
    }

    @Test
    void doesNotCheckAfterTheContextHasStopped() throws IOException {
        write("day.yml", threads(2));
        watch(manager -> await("one watcher").until(() -> watchers() == 1));

        await("the watcher ends").until(() -> watchers() == 0);
    }

    private static long watchers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("concor-preset-watch"))
                .count();
    }
}
