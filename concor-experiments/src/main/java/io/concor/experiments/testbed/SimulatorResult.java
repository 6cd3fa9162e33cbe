package io.concor.experiments.testbed;

import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.LoadTotals;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the simulator has written down of a run.
 *
 * @param completedBy what completed a request
 * @param started when
 * @param breakingPoint null where none was found
 * @param marks what was sent beside the load
 * @param account all that was counted and measured
 */
public record SimulatorResult(
        String completedBy,
        Instant started,
        @Nullable BreakingPoint breakingPoint,
        List<SentControlRequest> marks,
        LoadStatistics account) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    static SimulatorResult read(Path results) {
        Path file = results.resolve("result.json");
        try {
            return JSON.readValue(file.toFile(), SimulatorResult.class);
        } catch (JacksonException unreadable) {
            throw new ExperimentException("%s cannot be read as a result of the simulator".formatted(file), unreadable);
        }
    }

    /** Where it broke, after a first rate that was stable. */
    public BreakingPoint broken() {
        if (breakingPoint == null) {
            throw new ExperimentException("It did not break, or was told to end before; say a higher --start");
        }
        if (breakingPoint.rate() == null) {
            throw new DisturbedMeasurementException(
                    ("Not even the first rate, %d requests per second, was stable: say a lower"
                                    + " --start, or leave the machine to the experiment")
                            .formatted(breakingPoint.brokenRate()));
        }
        return breakingPoint;
    }

    /** The last stable rate. */
    public int stableRate() {
        return Objects.requireNonNull(broken().rate());
    }

    /** Requests that failed or did not end, and those that could not be sent. */
    public long notCompleted() {
        LoadTotals totals = account.totals();
        return totals.failed() + totals.unfinished() + totals.notSent();
    }

    public Instant at(int second) {
        return started.plus(Duration.ofSeconds(second));
    }
}
