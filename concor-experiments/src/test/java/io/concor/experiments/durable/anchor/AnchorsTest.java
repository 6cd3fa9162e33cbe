package io.concor.experiments.durable.anchor;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.durable.check.CheckReport;
import io.concor.experiments.durable.check.CheckerRun;
import io.concor.experiments.durable.subject.SubjectProgram;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without faults each of them handles each event once. */
@Timeout(180)
@Tag("full")
class AnchorsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            classes = {
                DbSchedulerProgram.class,
                JobRunrProgram.class,
                DbosProgram.class,
                IntegrationProgram.class,
                ModulithProgram.class
            })
    void handlesEachEventOnce(Class<? extends SubjectProgram> program) throws Exception {
        CheckReport report = new CheckerRun(folder)
                .instances(1)
                .rate(200)
                .patienceSeconds(30)
                .run(program, Map.of());

        assertThat(report.passed()).as(report.result().toString()).isTrue();
        assertThat(report.result().accepted()).isEqualTo(report.result().sent());
    }
}
