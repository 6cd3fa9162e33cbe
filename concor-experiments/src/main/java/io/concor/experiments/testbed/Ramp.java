package io.concor.experiments.testbed;

import io.concor.simulator.OptionValidator;
import java.time.Duration;
import java.util.List;

/**
 * A rate that grows until the application breaks, and the simulator's rule for that.
 *
 * @param start first rate, in requests per second
 * @param step what each step adds
 * @param every length of a step, whole seconds
 * @param settle a fluctuation that lasts so long has not settled, whole seconds
 * @param backlog how far the backlog may grow
 */
public record Ramp(int start, int step, Duration every, Duration settle, Duration backlog) {

    /** As the simulator is told. It has no limit but the simulator's own: it is to end where the application breaks. */
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

    /** In one line. */
    public String description() {
        return ("from %,d/s on, %,d/s more every %d s; broken when a fluctuation has not settled within %d s,"
                        + " backlog %d ms")
                .formatted(start, step, every.toSeconds(), settle.toSeconds(), backlog.toMillis());
    }
}
