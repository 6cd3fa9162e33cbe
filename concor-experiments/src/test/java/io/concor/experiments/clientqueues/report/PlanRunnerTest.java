package io.concor.experiments.clientqueues.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.clientqueues.VariedSetting;
import io.concor.experiments.testbed.StudyWorkspace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class PlanRunnerTest {

    @TempDir
    private Path folder;

    @Test
    @Tag("full")
    void changesThreadsAndConnectionsWhileClientsGoOn() throws Exception {
        StudyWorkspace workspace = StudyWorkspace.in(folder);
        workspace.assumePackaged("concor-queue-server");
        LivePlan plan = new LivePlan(VariedSetting.THREADS_AND_CONNECTIONS, List.of(1, 30), 10, 1, 5, 1);
        List<String> progress = new ArrayList<>();

        LiveResult result = (LiveResult)
                new PlanRunner(workspace.workspace(), "live", new RawFiles(folder), progress::add).run(plan);

        assertThat(result.isCorrect()).as(result.toString()).isTrue();
        assertThat(result.load().acknowledged()).isPositive();
        assertThat(result.table().lines())
                .anyMatch(row -> row.startsWith("| 1 | "))
                .anyMatch(row -> row.startsWith("| 30 | "));
        assertThat(folder.resolve("live.csv")).content().contains("\n0,", "\n9,");
    }
}
