package io.concor.experiments.durable.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.durable.concor.ConcorProgram;
import io.concor.experiments.durable.fault.Fault;
import io.concor.experiments.durable.program.BatchProgram;
import io.concor.experiments.durable.program.LaneProgram;
import io.concor.experiments.durable.program.LeaseProgram;
import io.concor.experiments.durable.server.DatabaseKind;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Durable slots pass the checker, and so do programs written by hand. */
@Timeout(300)
class CheckerTest {

    /** Longer than a lease. */
    static final Map<String, String> SLOW_TASK = Map.of("task-millis", "40", "batch", "32", "lease-millis", "1000");

    /** A kind of fault after the other, by real kills. */
    private static final String[] MIX = {
        "kill-jvm:2",
        "leave:1",
        "terminate-connection:1",
        "kill-backend:1",
        "cut-before-commit:2",
        "cut-after-commit:2",
        "cut-anywhere:1",
        "kill-server:1"
    };

    @TempDir
    private Path folder;

    /** A keyed durable slot: nothing lost, nothing double, each key in order. */
    @Test
    void passesADurableSlotUnderFaults() throws Exception {
        CheckerRun run = new CheckerRun(folder).patienceSeconds(15);

        CheckReport report = run.run(ConcorProgram.class, Map.of("order", "key"), MIX);

        assertThat(report.ordered()).isTrue();
        assertPassesTheMix(report);
        assertThat(run.lines()).anySatisfy(line -> assertThat(line)
                .contains("PostgreSQL 18", "fsync=on", "synchronous_commit=on", "full_page_writes=on"));
    }

    /** A keyed remote slot of three processes, with effects in the database, while the broker dies and the layout changes. */
    @Test
    @Tag("full")
    void passesARemoteSlotUnderFaults() throws Exception {
        CheckerRun run = new CheckerRun(folder).instances(3).rate(300).patienceSeconds(60);

        CheckReport report = run.run(
                ConcorProgram.class,
                Map.of("order", "key", "queue", "remote"),
                "kill-jvm:3",
                "leave:2",
                "pause-jvm:1",
                "kill-broker:1",
                "pause-broker:1",
                "cut-after-commit:2",
                "change-layout:4");

        assertThat(report.ordered()).isTrue();
        assertThat(report.passed()).as(report.result().toString()).isTrue();
        assertThat(report.faults()).containsEntry(Fault.KILL_BROKER, 1).containsEntry(Fault.CHANGE_LAYOUT, 4);
        assertThat(report.result().accepted()).isGreaterThan(500);
    }

    private static void assertPassesTheMix(CheckReport report) {
        assertThat(report.passed()).as(report.result().toString()).isTrue();
        assertThat(report.faults())
                .containsEntry(Fault.KILL_JVM, 2)
                .containsEntry(Fault.CUT_AFTER_COMMIT, 2)
                .containsEntry(Fault.KILL_SERVER, 1);
        assertThat(report.result().accepted()).isGreaterThan(1000);
    }

    @Test
    @Tag("full")
    void passesAConsumerThatIsCorrectUnderFaults() throws Exception {
        assertPassesTheMix(new CheckerRun(folder).run(BatchProgram.class, Map.of(), MIX));
    }

    @Test
    @Tag("full")
    void passesAConsumerThatIsCorrectOnSqlite() throws Exception {
        CheckReport report = new CheckerRun(folder)
                .on(DatabaseKind.sqlite)
                .run(BatchProgram.class, Map.of("workers", "1"), "kill-jvm:2", "leave:1");

        assertThat(report.passed()).as(report.result().toString()).isTrue();
        assertThat(report.faults()).containsEntry(Fault.KILL_JVM, 2);
    }

    @Test
    @Tag("full")
    void passesADurableSlotOnSqlite() throws Exception {
        CheckerRun run = new CheckerRun(folder).on(DatabaseKind.sqlite).patienceSeconds(15);

        CheckReport report = run.run(ConcorProgram.class, Map.of("order", "queue"), "kill-jvm:2", "leave:1");

        assertThat(report.ordered()).isTrue();
        assertThat(report.passed()).as(report.result().toString()).isTrue();
        assertThat(report.faults()).containsEntry(Fault.KILL_JVM, 2);
        assertThat(run.lines()).anyMatch(line -> line.contains("journal_mode=wal, synchronous=2"));
    }

    @Test
    @Tag("full")
    void passesAConsumerWhoseLeasesAreFenced() throws Exception {
        CheckReport report = new CheckerRun(folder).run(LeaseProgram.class, SLOW_TASK, "pause-jvm:1");

        assertThat(report.passed()).as(report.result().toString()).isTrue();
    }

    @Test
    @Tag("full")
    void passesAConsumerThatKeepsTheOrderOfKeys() throws Exception {
        CheckReport report =
                new CheckerRun(folder).run(LaneProgram.class, Map.of("batch", "8"), "kill-jvm:1", "cut-after-commit:1");

        assertThat(report.ordered()).isTrue();
        assertThat(report.passed()).as(report.result().toString()).isTrue();
    }
}
