package io.concor.benchmarks.experiment;

import io.concor.simulator.load.Account;
import io.concor.simulator.load.BreakingPoint;
import io.concor.simulator.mark.Marked;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
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
record Outcome(
        String completedBy,
        Instant started,
        @Nullable BreakingPoint breakingPoint,
        List<Marked> marks,
        Account account) {

    private static final JsonMapper JSON = JsonMapper.builder()
            .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
            .build();

    static Outcome read(Path results) {
        Path file = results.resolve("result.json");
        try {
            return JSON.readValue(file.toFile(), Outcome.class);
        } catch (JacksonException unreadable) {
            throw new ExperimentException("%s cannot be read as a result of the simulator".formatted(file), unreadable);
        }
    }

    /** Where it broke; there is one where the run was to find one. */
    BreakingPoint broken() {
        if (breakingPoint == null) {
            throw new ExperimentException(
                    "It did not break, or was told to end before: raise --start, or --limit of the simulator");
        }
        return breakingPoint;
    }

    /** The last stable rate; there is one where the first was stable. */
    int stableRate() {
        BreakingPoint broken = broken();
        Integer rate = broken.rate();
        if (rate == null) {
            throw new ExperimentException(
                    "Not even the first rate, %d requests per second, was stable; say a lower --start"
                            .formatted(broken.brokenRate()));
        }
        return rate;
    }

    Instant at(int second) {
        return started.plus(Duration.ofSeconds(second));
    }
}
