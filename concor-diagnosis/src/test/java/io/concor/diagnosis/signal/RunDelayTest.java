package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunDelayTest {

    private static final long SECOND = 1_000_000_000;

    @TempDir
    private Path tasks;

    private void thread(int id, String name, long waitedNanos) throws IOException {
        new FakeThreads(tasks).set(id, name, 500, waitedNanos);
    }

    @Test
    void isTheAverageNumberOfThreadsThatWaitForAProcessor() throws IOException {
        RunDelay delay = new RunDelay(new ProcessThreads(tasks));
        thread(1, "main", 100);
        thread(2, "orders-1", 100);
        assertThat(delay.threads(0)).isEmpty();

        thread(1, "main", 100 + SECOND);
        thread(2, "orders-1", 100 + 2 * SECOND);
        thread(3, "orders-2", 9 * SECOND);

        assertThat(delay.threads(2 * SECOND)).as("without a new thread").hasValue(1.5);
    }

    @Test
    void leavesOutThreadsOfTheCompiler() throws IOException {
        RunDelay delay = new RunDelay(new ProcessThreads(tasks));
        thread(1, "main", 0);
        thread(2, "C1 CompilerThre", 0);
        thread(3, "C2 CompilerThre", 0);
        delay.threads(0);

        thread(1, "main", SECOND);
        thread(2, "C1 CompilerThre", SECOND);
        thread(3, "C2 CompilerThre", SECOND);

        assertThat(delay.threads(SECOND)).hasValue(1);
    }

    @Test
    void isUnknownWhereTheSystemDoesNotReportIt() {
        RunDelay delay = new RunDelay(new ProcessThreads(tasks.resolve("missing")));
        delay.threads(0);

        assertThat(delay.threads(SECOND)).isEmpty();
    }
}
