package io.concor.experiments.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.experiments.result.DayResult;
import io.concor.experiments.result.DaySums;
import io.concor.experiments.testbed.StudyWorkspace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(180)
@Tag("full")
class DayCommandTest {

    @TempDir
    private Path folder;

    /** The command fails if a record is lost or billed twice. {@code -Dconcor.experiments=true} also kills the database. */
    @Test
    void billsEachRecordOfADayOnce() throws Exception {
        StudyWorkspace workspace = StudyWorkspace.in(folder);
        workspace.assumePackaged("sample-billing");
        boolean kill = Boolean.getBoolean("concor.experiments");

        StudyWorkspace.Outcome outcome = workspace.run(
                new DayCommand(),
                DayResult.name(kill),
                "--presets=adaptive",
                "--day=" + (kill ? "16s" : "2s"),
                "--warm-up=0s",
                "--moderate=100",
                "--peak=400",
                "--kill=" + kill);

        assertThat(outcome.exit()).as(outcome.err()).isZero();
        assertThat(Files.readString(workspace.page()))
                .contains("\n| peak | 400 | ")
                .contains(kill ? "\n| `adaptive` | 1,880 | 1,861 | 19 | " : "\n| `adaptive` | 235 | 232 | 3 | ");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--day=1ms      | --day is 1 ms: it must be between 1000 and 600000 ms",
                "--warm-up=11m  | --warm-up is 660000 ms: it must be between 0 and 600000 ms",
                "--night=0      | --night is 0: it must be between 1 and 100000",
                "--moderate=0   | --moderate is 0: it must be between 1 and 100000",
                "--peak=0       | --peak is 0: it must be between 1 and 100000"
            })
    void rejectsInvalidOptionsBeforeTheStart(String option, String reason) throws Exception {
        StudyWorkspace.in(folder).run(new DayCommand(), "day", option).assertRejected(reason);
    }

    @Test
    void sumsAreExactOnlyIfEachRecordIsBilledOrRejectedOnce() {
        assertThat(new DaySums(100, 99, 7000, 100, 5, 99, 7000, 7000, 1, 0).exact())
                .isTrue();
        assertThat(new DaySums(100, 99, 7000, 100, 5, 98, 7000, 7000, 1, 0).exact())
                .as("an event is missing")
                .isFalse();
        assertThat(new DaySums(100, 99, 7000, 100, 5, 99, 7000, 7001, 1, 0).exact())
                .as("a hundredth of a cent is billed twice")
                .isFalse();
        assertThat(new DaySums(100, 99, 7000, 100, 5, 99, 7000, 7000, 1, 2).exact())
                .as("the amount is that of other accounts")
                .isFalse();
        assertThat(new DaySums(100, 99, 7000, 99, 5, 99, 7000, 7000, 1, 0).exact())
                .as("an answer is missing")
                .isFalse();
        assertThat(new DaySums(100, 99, 7000, 100, 5, 99, 7000, 7000, 0, 0).exact())
                .as("a rejected record is missing")
                .isFalse();
    }

    @Test
    void recordsHaveAPriceAndAnAccountOrAreRejected() {
        assertThat(LongStream.range(0, 1000).filter(BillingRecords::isGood)).hasSize(990);
        assertThat(LongStream.range(0, 5000).mapToObj(BillingRecords::account))
                .doesNotContain(-1, BillingRecords.ACCOUNTS)
                .contains(0, BillingRecords.ACCOUNTS - 1);
        assertThat(BillingRecords.price(1)).isEqualTo(3 * BillingRecords.PRICE);
        assertThat(BillingRecords.text(1))
                .isEqualTo("{\"id\":\"d-1\",\"caller\":\"4915000919\",\"called\":\"4930123456\","
                        + "\"start\":\"2026-11-26T10:00:00Z\",\"seconds\":\"147\"}");
    }
}
