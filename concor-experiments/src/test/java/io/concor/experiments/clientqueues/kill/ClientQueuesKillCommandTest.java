package io.concor.experiments.clientqueues.kill;

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
class ClientQueuesKillCommandTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--clients=2           | --clients is 2: it must be between 4 and 2000",
                "--clients=5           | --clients is 5: it must be even",
                "--queues=0            | --queues is 0: it must be between 1 and 10000",
                "--message-size=19     | --message-size is 19: it must be between 20 and 2000",
                "--lease=500ms         | --lease is 500 ms: it must be between 1000 and 600000 ms",
                "--for=2s              | --for is 2000 ms: it must be between 3 and 86400 whole seconds",
                "--every=5m            | --every is 300000 ms: it must be between 1000 and 200000 ms",
                "--rate=-1             | --rate is -1: it must be between 0 and 1000000"
            })
    void rejectsInvalidOptionsBeforeTheStart(String option, String reason) throws Exception {
        StudyWorkspace.in(folder)
                .run(new ClientQueuesKillCommand(), List.of(option))
                .assertRejected(reason);
    }

    @Test
    @Tag("full")
    void losesNothingWhileServersAndTheirDatabaseAreKilled() throws Exception {
        StudyWorkspace workspace = StudyWorkspace.in(folder);
        workspace.assumePackaged("concor-queue-server");

        StudyWorkspace.Outcome outcome = workspace.run(
                new ClientQueuesKillCommand(),
                List.of("--clients=40", "--queues=20", "--for=30s", "--every=10s", "--lease=5s", "--rate=200"));

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out()).contains("killed server 1; ", "killed the database; ", "\nPASSED");
    }
}
