package io.concor.autoconfigure.endpoint;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.AutopilotMode;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.text.SafeText;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the autopilot for a flow, as text. What is missing stays unchanged.
 *
 * @param mode {@code off}, {@code advise} or {@code auto}
 * @param p99 the latency to keep, such as {@code 50ms}, or {@code none}
 * @param throughput the rate to handle per second, or {@code none}
 */
record AutopilotRequest(
        @Nullable String mode,
        @Nullable String p99,
        @Nullable String throughput) {

    private static final String NONE = "none";
    private static final double NANOS_PER_MICRO = 1_000;
    private static final Duration LONGEST = Duration.ofDays(1);

    /**
     * Returns the settings with those of this request.
     *
     * @throws InvalidSettingException if one is unreadable or out of its bounds
     */
    AutopilotSettings over(AutopilotSettings present) {
        Goal goal = present.goal();
        OptionalDouble p99Micros = p99 == null ? goal.p99Micros() : micros(p99);
        OptionalDouble rate = throughput == null ? goal.throughputPerSecond() : number(throughput);
        return present.mode(mode == null ? present.mode() : mode(mode)).goal(new Goal(p99Micros, rate));
    }

    private static AutopilotMode mode(String text) {
        return Stream.of(AutopilotMode.values())
                .filter(mode -> mode.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidSettingException(
                        "mode", "'%s' is unknown".formatted(SafeText.shown(text)), "off, advise or auto"));
    }

    private static OptionalDouble micros(String text) {
        if (text.equals(NONE)) {
            return OptionalDouble.empty();
        }
        Duration time = SettingFormat.duration("p99", text);
        if (time.isNegative() || time.compareTo(LONGEST) > 0) { // nanoseconds of a longer one may not fit
            throw InvalidSettingException.outOfBounds("p99", text, "1us to 1d");
        }
        return OptionalDouble.of(time.toNanos() / NANOS_PER_MICRO);
    }

    private static OptionalDouble number(String text) {
        return text.equals(NONE) ? OptionalDouble.empty() : OptionalDouble.of(SettingFormat.number("throughput", text));
    }
}
