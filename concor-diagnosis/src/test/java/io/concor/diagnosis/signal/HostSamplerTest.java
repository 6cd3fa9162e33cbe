package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.diagnosis.signal.ConnectionPools.PoolReading;
import io.concor.diagnosis.signal.HostWindow.PoolWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HostSamplerTest {

    private static final long SECOND = 1_000_000_000;

    private final FakeTimes times = new FakeTimes();
    private final OwnThreads own = new OwnThreads();
    private final Queue<List<PoolReading>> pools = new ArrayDeque<>();
    private final HostSampler sampler = sampler(
            new ProcessThreads(), new ProcessorPressure(Path.of("missing")), new ContainerLimit(Path.of("missing")));

    private HostSampler sampler(ProcessThreads threads, ProcessorPressure pressure, ContainerLimit limit) {
        return new HostSampler(times, this::read, own, threads, pressure, limit, 0);
    }

    private static final class FakeTimes extends ProcessorTimes {

        private OptionalLong process = OptionalLong.of(0);
        private OptionalDouble load = OptionalDouble.of(0.5);
        private long collectionMillis;
        private long concurrentMillis;
        private long ofThread;

        @Override
        int processors() {
            return 4;
        }

        @Override
        OptionalLong ofProcess() {
            return process;
        }

        @Override
        OptionalDouble systemLoad() {
            return load;
        }

        @Override
        long[] ofThreads(List<Long> ids) {
            return ids.stream().mapToLong(id -> ofThread).toArray();
        }

        @Override
        long ofCollectionMillis() {
            return collectionMillis;
        }

        @Override
        long ofConcurrentMillis() {
            return concurrentMillis;
        }
    }

    private List<PoolReading> read() {
        if (pools.isEmpty()) {
            throw new IllegalStateException("planted");
        }
        return pools.remove();
    }

    private static PoolReading pool(int active, int pending) {
        return new PoolReading("shop", "database", "hikaricp.connections", "size", 10, active, pending);
    }

    @Test
    void reportsProcessorsAndCollectionsOfAWindow() {
        times.process = OptionalLong.of(3 * SECOND);
        times.collectionMillis = 500;
        times.concurrentMillis = 1_500;

        HostWindow window = sampler.window(2 * SECOND);

        assertThat(window.processors()).isEqualTo(4);
        assertThat(window.process()).hasValue(1.5);
        assertThat(window.system()).hasValue(2);
        assertThat(window.collection()).isEqualTo(0.25);
        assertThat(window.concurrent()).isEqualTo(0.75);
        assertThat(window.stopped()).as("without a limit").isEmpty();
        assertThat(window.runnable()).as("not read while processors are free").isEmpty();
        assertThat(sampler.window(3 * SECOND).process())
                .as("of the next window")
                .hasValue(0);
    }

    @Test
    void reportsWhatItsOwnThreadsUse() {
        assertThat(sampler.window(SECOND).own()).isEmpty();
        Thread own = this.own.named("concor-diagnosis").newThread(() -> {});
        times.ofThread = SECOND / 2;
        assertThat(sampler.window(2 * SECOND).own())
                .as("of a thread that began meanwhile")
                .hasValue(0.5);
        times.ofThread = SECOND;
        assertThat(sampler.window(4 * SECOND).own()).hasValue(0.25);

        own.start();
        await("its end").until(() -> own.getState() == Thread.State.TERMINATED);
        assertThat(sampler.window(5 * SECOND).own()).isEmpty();
    }

    @Test
    void reportsNothingThatThePlatformDoesNotReport() {
        times.process = OptionalLong.empty();
        times.load = OptionalDouble.empty();

        HostWindow window = sampler.window(SECOND);

        assertThat(window.process()).isEmpty();
        assertThat(window.system()).isEmpty();
    }

    /** As if a limit of the container stopped this process. */
    @Test
    void readsWaitsForProcessorsAlsoIfTheSystemOnlyReportsThatThreadsWait(@TempDir Path system) throws IOException {
        FakeThreads threads = new FakeThreads(system.resolve("task"));
        threads.set(1, "orders-1", 0, 0);
        Path pressure = total(system, 0);
        HostSampler pressed = sampler(
                new ProcessThreads(threads.tasks()),
                new ProcessorPressure(pressure),
                new ContainerLimit(Path.of("missing")));
        total(system, 900_000);
        assertThat(pressed.window(SECOND).pressure()).hasValue(0.9);

        threads.set(1, "orders-1", 0, SECOND);
        total(system, 1_800_000);
        assertThat(pressed.window(2 * SECOND).runnable()).hasValue(1);
    }

    /** Of a container, the JDK reports the load as a share of its limit. */
    @Test
    void knowsThatAContainerMayUseAPartOfAProcessor(@TempDir Path group) throws IOException {
        Files.writeString(group.resolve("cpu.max"), "25000 100000\n");
        times.load = OptionalDouble.of(1);
        times.process = OptionalLong.of(0);
        HostSampler limited =
                sampler(new ProcessThreads(), new ProcessorPressure(Path.of("missing")), new ContainerLimit(group));
        times.process = OptionalLong.of(SECOND / 4);

        HostWindow window = limited.window(SECOND);

        assertThat(window.processors()).isEqualTo(0.25);
        assertThat(window.process()).hasValue(0.25);
        assertThat(window.system()).hasValue(0.25);
    }

    private static Path total(Path folder, long micros) throws IOException {
        return Files.writeString(folder.resolve("cpu"), "some avg10=0.00 total=" + micros);
    }

    @Test
    void sumsUpTheReadingsOfAPool() {
        pools.add(List.of(pool(10, 0)));
        pools.add(List.of(pool(6, 4)));
        sampler.sample();
        sampler.sample();

        assertThat(sampler.window(SECOND).pools())
                .containsExactly(new PoolWindow(
                        "shop",
                        "database",
                        "hikaricp.connections",
                        "size",
                        10,
                        new Level(8, 6, 10),
                        new Level(2, 0, 4),
                        true));
        assertThat(sampler.window(2 * SECOND).pools()).as("of the next window").isEmpty();
    }

    @Test
    void goesOnIfPoolsCannotBeRead() {
        sampler.sample();
        pools.add(List.of(pool(1, 0)));
        sampler.sample();

        assertThat(sampler.window(SECOND).pools()).hasSize(1);
    }
}
