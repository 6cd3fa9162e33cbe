package io.concor.experiments.durable.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.durable.concor.ConcorProgram;
import io.concor.experiments.durable.fault.Fault;
import io.concor.experiments.durable.program.BatchProgram;
import io.concor.experiments.durable.program.LaneProgram;
import io.concor.experiments.durable.program.LeaseProgram;
import io.concor.experiments.durable.program.WrongProgram;
import io.concor.experiments.durable.server.DatabaseKind;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Correct programs pass the checker, and it finds what is wrong with the others. */
@Timeout(180)
class CheckerTest {

    private static final Map<String, String> SLOW_TASK =
            Map.of("task-millis", "40", "batch", "32", "lease-millis", "1000");

    @TempDir
    private Path folder;

    @Test
    void passesAConsumerThatIsCorrectUnderFaults() throws Exception {
        CheckerRun run = new CheckerRun(folder);

        CheckReport report = run.run(
                BatchProgram.class,
                Map.of(),
                "kill-jvm:2",
                "leave:1",
                "terminate-connection:1",
                "kill-backend:1",
                "cut-before-commit:2",
                "cut-after-commit:2",
                "cut-anywhere:1",
                "kill-server:1");

        assertThat(report.passed()).as(report.result().toString()).isTrue();
        assertThat(report.faults())
                .containsEntry(Fault.KILL_JVM, 2)
                .containsEntry(Fault.CUT_AFTER_COMMIT, 2)
                .containsEntry(Fault.KILL_SERVER, 1);
        assertThat(report.result().accepted()).isGreaterThan(1000);
        assertThat(run.lines()).anySatisfy(line -> assertThat(line)
                .contains("PostgreSQL 18", "fsync=on", "synchronous_commit=on", "full_page_writes=on"));
    }

    @Test
    void passesAConsumerThatIsCorrectOnSqlite() throws Exception {
        CheckerRun run = new CheckerRun(folder).on(DatabaseKind.sqlite);

        CheckReport report = run.run(BatchProgram.class, Map.of("workers", "1"), "kill-jvm:2", "leave:1");

        assertThat(report.passed()).as(report.result().toString()).isTrue();
        assertThat(report.faults()).containsEntry(Fault.KILL_JVM, 2);
        assertThat(run.lines()).anyMatch(line -> line.contains("journal_mode=wal, synchronous=2"));
    }

    @Test
    void passesADurableSlotOnSqlite() throws Exception {
        CheckReport report = new CheckerRun(folder)
                .on(DatabaseKind.sqlite)
                .patienceSeconds(15)
                .run(ConcorProgram.class, Map.of("order", "queue"), "kill-jvm:2", "leave:1");

        assertThat(report.ordered()).isTrue();
        assertThat(report.passed()).as(report.result().toString()).isTrue();
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

    @Test
    @Tag("full")
    void findsALeaseWithoutAFence() throws Exception {
        CheckReport report =
                new CheckerRun(folder).run(LeaseProgram.class, with("flaw", "no-fence", SLOW_TASK), "pause-jvm:2");

        assertThat(report.result().doubles()).isPositive();
        assertThat(report.passed()).isFalse();
    }

    @Test
    void findsAWrongOrderOfKeys() throws Exception {
        CheckReport report =
                new CheckerRun(folder).keys(2).run(LaneProgram.class, Map.of("flaw", "no-lane-lock", "batch", "2"));

        assertThat(report.result().inversions()).isPositive();
        assertThat(report.passed()).isFalse();
    }

    @Test
    void findsARemovalBeforeTheEffect() throws Exception {
        findsWhatIsLost("removes-before-the-effect");
    }

    @Test
    @Tag("full")
    void findsAnAcceptedPutBeforeTheCommit() throws Exception {
        findsWhatIsLost("accepts-before-the-commit");
    }

    private void findsWhatIsLost(String flaw) throws Exception {
        CheckReport report =
                new CheckerRun(folder).instances(1).run(WrongProgram.class, Map.of("flaw", flaw), "kill-jvm:3");

        assertThat(report.result().lost()).isPositive();
        assertThat(report.result().examples()).anyMatch(line -> line.startsWith("lost: "));
        assertThat(report.passed()).isFalse();
    }

    @Test
    void findsARemovalAfterTheEffect() throws Exception {
        findsWhatIsDoneTwice("removes-after-the-effect", "kill-jvm:3");
    }

    @Test
    @Tag("full")
    void findsARepeatedPut() throws Exception {
        findsWhatIsDoneTwice("repeats-an-unknown-put", "cut-after-commit:12");
    }

    private void findsWhatIsDoneTwice(String flaw, String faults) throws Exception {
        CheckReport report = new CheckerRun(folder).instances(1).run(WrongProgram.class, Map.of("flaw", flaw), faults);

        assertThat(report.result().doubles()).isPositive();
        assertThat(report.result().examples()).anyMatch(line -> line.startsWith("double: "));
        assertThat(report.passed()).isFalse();
    }

    private static Map<String, String> with(String name, String value, Map<String, String> others) {
        Map<String, String> all = new HashMap<>(others);
        all.put(name, value);
        return all;
    }
}
