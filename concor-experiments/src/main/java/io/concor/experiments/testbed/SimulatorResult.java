package io.concor.experiments.testbed;

import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.LoadTotals;
import io.concor.simulator.load.SecondStatistics;
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
 * The result of a run, as written by the simulator.
 *
 * @param completedBy what completed a request
 * @param started start of the run
 * @param breakingPoint null if none was found
 * @param marks control requests sent during the run
 * @param account statistics of the run
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
            throw new ExperimentException("Cannot read %s as a result of the simulator".formatted(file), unreadable);
        }
    }

    /** Returns the breaking point, after at least one stable rate. */
    public BreakingPoint broken() {
        if (breakingPoint == null) {
            throw new ExperimentException(
                    "The application did not break, or the run was interrupted: set a higher --start");
        }
        if (breakingPoint.rate() == null) {
            throw new DisturbedMeasurementException(
                    ("The first rate, %d requests per second, was not stable: set a lower --start,"
                                    + " or end other programs on this machine")
                            .formatted(breakingPoint.brokenRate()));
        }
        return breakingPoint;
    }

    /** Returns the last stable rate. */
    public int stableRate() {
        return Objects.requireNonNull(broken().rate());
    }

    /** Returns the number of requests that failed, did not end or were not sent. */
    public long notCompleted() {
        LoadTotals totals = account.totals();
        return totals.failed() + totals.unfinished() + totals.notSent();
    }

    /** Returns the number of requests completed from one second to another, exclusive. */
    public int completed(int from, int to) {
        return account.seconds().stream()
                .filter(second -> second.second() >= from && second.second() < to)
                .mapToInt(SecondStatistics::completed)
                .sum();
    }

    public Instant at(int second) {
        return started.plus(Duration.ofSeconds(second));
    }
}
