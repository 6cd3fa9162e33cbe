package io.concor.experiments.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.result.BatchSizesResult;
import io.concor.experiments.testbed.StudyWorkspace;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(120)
@Tag("full")
class BatchSizesCommandTest {

    @TempDir
    private Path folder;

    private StudyWorkspace.Outcome run(String... options) throws Exception {
        return StudyWorkspace.in(folder).run(new BatchSizesCommand(), BatchSizesResult.NAME, options);
    }

    /** The command fails if what the database contains is not what was sent. */
    @Test
    void writesAllEventsWithBatchesOfEachKind() throws Exception {
        StudyWorkspace.Outcome outcome =
                run("--sizes=1,8", "--backlog=64", "--time=200ms", "--settle=100ms", "--delay=0ms");

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(Files.readString(folder.resolve("page.md")))
                .contains("\n| 1 | ", "\n| 8 | ", "\n| what is there, up to 100 | ", "\n| adaptive, target 200 ms | ")
                .contains("PostgreSQL 18", "a backlog of 64 events; 0.2 s for each load");
        assertThat(Files.readString(folder.resolve("page/batch-sizes.json"))).contains("\"threads\" : 1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--sizes=1,1001  | --sizes is 1001: it must be between 1 and 1000",
                "--threads=0     | --threads is 0: it must be between 1 and 64",
                "--backlog=0     | --backlog is 0: it must be between 1000 and 1048576",
                "--time=0s       | --time is 0 ms: it must be between 1 and 600000 ms",
                "--settle=11m    | --settle is 660000 ms: it must be between 1 and 600000 ms",
                "--delay=2s      | --delay is 2000 ms: it must be between 0 and 1000 ms"
            })
    void rejectsInvalidOptionsBeforeTheStart(String option, String reason) throws Exception {
        run(option).assertRejected(reason);
    }
}
