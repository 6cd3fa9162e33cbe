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

class CompilerUseTest {

    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path tasks;

    private void thread(int id, String name, long ranNanos) throws IOException {
        new FakeThreads(tasks).set(id, name, ranNanos, 500);
    }

    @Test
    void isTheNumberOfProcessorsThatCompilersUse() throws IOException {
        CompilerUse use = new CompilerUse(new ProcessThreads(tasks));
        thread(1, "orders-1", 0);
        thread(2, "C1 CompilerThre", 0);
        thread(3, "C2 CompilerThre", 0);
        assertThat(use.processors(0)).isEmpty();

        thread(1, "orders-1", 2 * SECOND);
        thread(2, "C1 CompilerThre", SECOND / 2);
        thread(3, "C2 CompilerThre", SECOND);

        assertThat(use.processors(2 * SECOND)).hasValue(0.75);
    }

    @Test
    void findsCompilersThatTheJvmHasStartedSince() throws IOException {
        CompilerUse use = new CompilerUse(new ProcessThreads(tasks));
        thread(2, "C1 CompilerThre", 0);
        use.processors(0);

        for (int second = 1; second <= 12; second++) {
            thread(3, "C2 CompilerThre", second * SECOND);
            use.processors(second * SECOND);
        }

        thread(3, "C2 CompilerThre", 13 * SECOND);
        assertThat(use.processors(13 * SECOND)).hasValue(1);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void findsTheCompilersOfThisJvm() {
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
}
