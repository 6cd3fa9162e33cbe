package io.concor.experiments.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Index.atIndex;

import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadProfile;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.LoadTotals;
import io.concor.simulator.result.HostInfo;
import io.concor.simulator.result.ResultFolder;
import io.concor.simulator.result.RunEnding;
import io.concor.simulator.result.RunResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads results that the simulator has written. */
class SimulatorResultTest {

    private static final LatencySummary NONE = new LatencySummary(0, 0, 0, 0, 0, 0);

    @TempDir
    private Path folder;

    private SimulatorResult written(@Nullable BreakingPoint breakingPoint) throws IOException {
        int[] issued = new int[1000];
        Arrays.fill(issued, 10);
        int[] completed = issued.clone();
        completed[250] = 4;
        completed[260] = 14;
        completed[670] = 7;
        new ResultFolder(folder)
                .write(new RunResult(
                        "run",
                        "constant",
                        LoadProfile.constant(1000, 10),
                        30,
                        64,
                        "http://localhost/",
                        "answer",
                        HostInfo.current(),
                        "2026-01-02T03:04:05.123Z",
                        RunEnding.FINISHED,
                        null,
                        breakingPoint,
                        List.of(new SentControlRequest(2000, 3.5, "POST /", 200, "{}")),
                        1,
                        null,
                        new LoadStatistics(
                                List.of(),
                                new LoadTotals(10000, 9995, 5, 0, 0, 0),
                                Map.of(),
                                NONE,
                                NONE,
                                issued,
                                completed,
                                issued)));
        return SimulatorResult.read(folder);
    }

    private static BreakingPoint broken(@Nullable Integer rate) {
        return new BreakingPoint(rate, 50, 3, 41.5, 50, 50, 1200);
    }

    @Test
    void readsTheBreakingPoint() throws IOException {
        SimulatorResult outcome = written(broken(40));

        assertThat(outcome.broken()).isEqualTo(broken(40));
        assertThat(outcome.stableRate()).isEqualTo(40);
    }

    @Test
    void rejectsARunWhoseFirstRateWasNotStable() throws IOException {
        SimulatorResult outcome = written(broken(null));

        assertThatThrownBy(outcome::broken)
                .isInstanceOf(DisturbedMeasurementException.class)
                .hasMessageContaining("50 requests per second");
    }

    @Test
    void rejectsARunWithoutABreakingPoint() throws IOException {
        SimulatorResult outcome = written(null);

        assertThatThrownBy(outcome::broken).hasMessageContaining("--start");
    }

    @Test
    void readsControlRequestsAndTimes() throws IOException {
        SimulatorResult outcome = written(null);

        assertThat(outcome.marks()).extracting(SentControlRequest::tookMillis).containsExactly(3.5);
        assertThat(outcome.at(2)).isEqualTo(Instant.parse("2026-01-02T03:04:07.123Z"));
        assertThat(outcome.account().totals().completed()).isEqualTo(9995);
        assertThat(outcome.account().completedWindows()).contains(4, atIndex(250));
    }

    @Test
    void namesAnUnreadableFile() throws IOException {
        Files.writeString(folder.resolve("result.json"), "{");

        assertThatThrownBy(() -> SimulatorResult.read(folder)).hasMessageContaining("result.json");
    }
}
