package io.concor.experiments.clientqueues.report;

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

@Timeout(300)
class ClientQueuesReportCommandTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "clients,queues | --rounds=1    | --experiment is queues: it must be one of stability, message-sizes,",
                "clients        | --rounds=0    | --rounds is 0: it must be between 1 and 20",
                "clients        | --clients=9   | --clients is 9: it must be between 10 and 1000",
                "clients        | --for=4s      | --for is 4000 ms: it must be between 5 and 14400 whole seconds",
                "clients        | --warm-up=0s  | --warm-up is 0 ms: it must be between 1 and 200 whole seconds",
                "clients        | --output=/proc/self/none | --output is /proc/self/none: it must be a writable folder"
            })
    void rejectsInvalidOptionsBeforeTheStart(String experiments, String option, String reason) throws Exception {
        StudyWorkspace.in(folder)
                .run(new ClientQueuesReportCommand(), List.of("--experiment=" + experiments, option))
                .assertRejected(reason);
    }

    @Test
    @Tag("full")
    void spreadsClientsOverProcesses() throws Exception {
        StudyWorkspace workspace = StudyWorkspace.in(folder);
        workspace.assumePackaged("concor-queue-server");
        Path output = folder.resolve("results");

        StudyWorkspace.Outcome outcome = workspace.run(
                new ClientQueuesReportCommand(),
                List.of(
                        "--experiment=client-processes",
                        "--output=" + output,
                        "--clients=10",
                        "--rounds=1",
                        "--warm-up=2s",
                        "--for=5s"));

        assertThat(outcome.exit()).as(outcome.out() + outcome.err()).isZero();
        assertThat(outcome.out()).contains("client-processes: about 2 minutes", "\n\nCorrect: ", " 0 lost, 0 twice");
        assertThat(output.resolve("client-processes.md"))
                .content()
                .containsPattern("\\| 4 \\| [1-9][0-9,]* \\|")
                .doesNotContain("not read")
                .endsWith("client-processes-1-4-1-process-3.csv, client-processes-1-4-1-process-4.csv.\n");
        assertThat(output.resolve("client-processes-1-2-1-process-2.csv"))
                .content()
                .contains("\n-1,", "\n4,");
    }
}
