package io.concor.experiments.testbed;

import io.concor.simulator.OptionValidator;
import java.time.Duration;
import java.util.List;

/**
 * A growing rate and the criteria for the breaking point.
 *
 * @param start first rate, in requests per second
 * @param step increase of the rate per step
 * @param every duration of a step, in whole seconds
 * @param settle minimum duration of a fluctuation that breaks the application, in whole seconds
 * @param backlog maximum growth of the backlog
 */
public record Ramp(int start, int step, Duration every, Duration settle, Duration backlog) {

    private static final int SEARCH_STEPS_BEFORE = 4;

    /** Returns a quick ramp that finds the approximate breaking point. */
    public static Ramp search(int step, Duration settle, Duration backlog) {
        return new Ramp(SEARCH_STEPS_BEFORE * step, step, Duration.ofSeconds(1), settle, backlog);
    }

    /**
     * Returns the arguments of the simulator. The limit is the highest possible: the run ends when the application
     * breaks.
     */
    List<String> profile() {
        return List.of(
                "ramp",
                "--start=" + start,
                "--step=" + step,
                "--limit=" + OptionValidator.MAX_RATE,
                "--every=" + millis(every),
                "--settle=" + millis(settle),
                "--backlog=" + millis(backlog));
    }

    private static String millis(Duration duration) {
        return duration.toMillis() + "ms";
    }

    /** Returns a description in one line. */
    public String description() {
        return ("from %,d/s on, %,d/s more every %d s; broken when a fluctuation has not settled within %d s,"
                        + " backlog %d ms")
                .formatted(start, step, every.toSeconds(), settle.toSeconds(), backlog.toMillis());
    }
}
