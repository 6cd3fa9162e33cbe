package io.concor.experiments.durable.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.durable.program.LaneProgram;
import io.concor.experiments.durable.program.LeaseProgram;
import io.concor.experiments.durable.program.WrongProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The checker finds what is wrong with programs that are wrong on purpose. */
@Timeout(300)
class FlawedProgramsTest {

    private static final int ATTEMPTS = 3;

    @TempDir
    private Path folder;

    @Test
    @Tag("full")
    void findsALeaseWithoutAFence() throws Exception {
        CheckReport report = new CheckerRun(folder)
                .run(LeaseProgram.class, with("flaw", "no-fence", CheckerTest.SLOW_TASK), "pause-jvm:2");

        assertThat(report.result().doubles()).isPositive();
        assertThat(report.passed()).isFalse();
    }

    @Test
    @Tag("full")
    void findsAWrongOrderOfKeys() throws Exception {
        CheckReport report =
                new CheckerRun(folder).keys(2).run(LaneProgram.class, Map.of("flaw", "no-lane-lock", "batch", "2"));

        assertThat(report.result().inversions()).isPositive();
        assertThat(report.passed()).isFalse();
    }

    @Test
    @Tag("full")
    void findsARemovalBeforeTheEffect() throws Exception {
        findsWhatIsLost("removes-before-the-effect");
    }

    @Test
    @Tag("full")
    void findsAnAcceptedPutBeforeTheCommit() throws Exception {
        findsWhatIsLost("accepts-before-the-commit");
    }

    private void findsWhatIsLost(String flaw) throws Exception {
        CheckReport report = check(flaw, "kill-jvm:3");

        assertThat(report.result().lost()).isPositive();
        assertThat(report.result().examples()).anyMatch(line -> line.startsWith("lost: "));
        assertThat(report.passed()).isFalse();
    }

    @Test
    @Tag("full")
    void findsARemovalAfterTheEffect() throws Exception {
        findsWhatIsDoneTwice("removes-after-the-effect", "kill-jvm:3");
    }

    @Test
    @Tag("full")
    void findsARepeatedPut() throws Exception {
        findsWhatIsDoneTwice("repeats-an-unknown-put", "cut-after-commit:12");
    }

    /** On a slow machine faults may come while nothing is in work: then it is checked again. */
    private CheckReport check(String flaw, String faults) throws Exception {
        CheckReport report = null;
        for (int attempt = 1; attempt <= ATTEMPTS && (report == null || report.passed()); attempt++) {
            report = new CheckerRun(Files.createDirectories(folder.resolve("attempt-" + attempt)))
                    .instances(1)
                    .run(WrongProgram.class, Map.of("flaw", flaw), faults);
        }
        return Objects.requireNonNull(report);
    }

    private void findsWhatIsDoneTwice(String flaw, String faults) throws Exception {
        CheckReport report = check(flaw, faults);

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
