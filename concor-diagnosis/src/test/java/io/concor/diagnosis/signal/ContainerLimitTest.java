package io.concor.diagnosis.signal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ContainerLimitTest {

    @TempDir
    private Path group;

    private ContainerLimit limit;

    @BeforeEach
    void limit() {
        limit = new ContainerLimit(group);
    }

    private void write(String file, String text) throws IOException {
        Files.writeString(group.resolve(file), text);
    }

    private void stopped(int times, int periods) throws IOException {
        write(
                "cpu.stat",
                "usage_usec 7000\nnr_periods " + periods + "\nnr_throttled " + times + "\nthrottled_usec 9\n");
    }

    @Test
    void isAPartOfAProcessor() throws IOException {
        write("cpu.max", "25000 100000\n");

        assertThat(limit.processors()).hasValue(0.25);
    }

    @Test
    void isReadFromGroupsOfVersionOne() throws IOException {
        write("cpu.cfs_quota_us", "150000\n");
        write("cpu.cfs_period_us", "100000\n");

        assertThat(limit.processors()).hasValue(1.5);
        write("cpu.cfs_quota_us", "-1\n");
        assertThat(limit.processors()).isEmpty();
    }

    @Test
    void isUnknownWhereThereIsNone() throws IOException {
        assertThat(limit.processors()).isEmpty();
        write("cpu.max", "max 100000\n");
        stopped(0, 0);
        limit.stopped();

        assertThat(limit.processors()).isEmpty();
        assertThat(limit.stopped()).isEmpty();
    }

    @Test
    void countsThePeriodsInWhichTheProcessWasStopped() throws IOException {
        write("cpu.max", "25000 100000\n");
        stopped(5, 10);
        assertThat(limit.stopped()).as("nothing to compare with").isEmpty();

        stopped(14, 20);

        assertThat(limit.stopped()).hasValue(0.9);
    }
}
