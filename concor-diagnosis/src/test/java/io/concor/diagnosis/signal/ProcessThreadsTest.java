package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProcessThreadsTest {

    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path tasks;

    private void thread(int id, String name, long ranNanos) throws IOException {
        new FakeThreads(tasks).set(id, name, ranNanos, 500);
    }

    private void waiting(int id, String name, long waitedNanos) throws IOException {
        new FakeThreads(tasks).set(id, name, 500, waitedNanos);
    }

    @Test
    void tellTheNumberOfProcessorsThatCompilersUse() throws IOException {
        ProcessThreads threads = new ProcessThreads(tasks);
        thread(1, "orders-1", 0);
        thread(2, "C1 CompilerThre", 0);
        thread(3, "C2 CompilerThre", 0);
        assertThat(threads.usedByCompiler(0)).isEmpty();

        thread(1, "orders-1", 2 * SECOND);
        thread(2, "C1 CompilerThre", SECOND / 2);
        thread(3, "C2 CompilerThre", SECOND);

        assertThat(threads.usedByCompiler(2 * SECOND)).hasValue(0.75);
    }

    @Test
    void findCompilersThatTheJvmHasStartedSince() throws IOException {
        ProcessThreads threads = new ProcessThreads(tasks);
        thread(2, "C1 CompilerThre", 0);
        threads.usedByCompiler(0);

        for (int second = 1; second <= 12; second++) {
            thread(3, "C2 CompilerThre", second * SECOND);
            threads.usedByCompiler(second * SECOND);
        }

        thread(3, "C2 CompilerThre", 13 * SECOND);
        assertThat(threads.usedByCompiler(13 * SECOND)).hasValue(1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void findTheCompilersOfThisJvm() {
        ProcessThreads threads = new ProcessThreads();
        List<Path> compilers =
                threads.all().stream().filter(threads::isCompiler).toList();

        assertThat(compilers).isNotEmpty();
        await("some time of a compiler")
                .atMost(Duration.ofSeconds(10))
                .until(() -> compilers.stream()
                                .mapToLong(thread ->
                                        ProcessThreads.ranNanos(thread).orElse(0))
                                .sum()
                        > 0);
    }

    @Test
    void tellTheAverageNumberOfThreadsThatWaitForAProcessor() throws IOException {
        ProcessThreads threads = new ProcessThreads(tasks);
        waiting(1, "main", 100);
        waiting(2, "orders-1", 100);
        assertThat(threads.waiting(0)).isEmpty();

        waiting(1, "main", 100 + SECOND);
        waiting(2, "orders-1", 100 + 2 * SECOND);
        waiting(3, "orders-2", 9 * SECOND);

        assertThat(threads.waiting(2 * SECOND)).as("without a new thread").hasValue(1.5);
    }

    @Test
    void leaveOutThatTheCompilerWaits() throws IOException {
        ProcessThreads threads = new ProcessThreads(tasks);
        waiting(1, "main", 0);
        waiting(2, "C1 CompilerThre", 0);
        waiting(3, "C2 CompilerThre", 0);
        threads.waiting(0);

        waiting(1, "main", SECOND);
        waiting(2, "C1 CompilerThre", SECOND);
        waiting(3, "C2 CompilerThre", SECOND);

        assertThat(threads.waiting(SECOND)).hasValue(1);
    }

    @Test
    void tellNothingWhereTheSystemDoesNotReportIt() {
        ProcessThreads threads = new ProcessThreads(tasks.resolve("missing"));
        threads.waiting(0);

        assertThat(threads.waiting(SECOND)).isEmpty();
    }
}
