package io.concor.experiments.clientqueues.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.testbed.StudyWorkspace;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(900)
class ClientQueuesHostileCommandTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--clients=1    | --clients is 1: it must be between 2 and 1000",
                "--queues=0     | --queues is 0: it must be between 1 and 1000",
                "--rate=0       | --rate is 0: it must be between 1 and 10000",
                "--hostile=251  | --hostile is 251: it must be between 1 and 250",
                "--attacks=101  | --attacks is 101: it must be between 0 and 100",
                "--waiting=10001 | --waiting is 10001: it must be between 0 and 10000",
                "--wait=61s     | --wait is 61000 ms: it must be between 1 and 60 whole seconds",
                "--goal=0.5     | --goal is 0.5: it must be between 1",
                "--jvm=-Xmx2g,-jar | --jvm has '-jar': each option must begin with -X"
            })
    void rejectsInvalidOptionsBeforeTheStart(String option, String reason) throws Exception {
        StudyWorkspace.in(folder)
                .run(new ClientQueuesHostileCommand(), List.of(option))
                .assertRejected(reason);
    }

    /** A test machine is busy with other things, so rate and goal are loose ones: a server whose threads are all taken is far beyond. */
    @Test
    @Tag("full")
    void aServerHoldsOut() throws Exception {
        StudyWorkspace workspace = StudyWorkspace.in(folder);
        workspace.assumePackaged("concor-queue-server");

        Path seconds = folder.resolve("seconds");
        StudyWorkspace.Outcome outcome = workspace.run(
                new ClientQueuesHostileCommand(),
                List.of(
                        "--clients=20",
                        "--rate=30",
                        "--warm-up=5s",
                        "--for=5s",
                        "--waiting=500",
                        "--wait=5s",
                        "--goal=50",
                        "--output=" + seconds));

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out()).contains("under attack", "\nPASSED");
        assertThat(seconds.resolve("under-attack.csv")).content().contains("second,requests", "\n0,", "\n4,");
    }
}
