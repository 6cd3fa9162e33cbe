package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.AutopilotMode;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.text.SafeText;
import java.util.Locale;
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

    /**
     * Returns the settings with those of this request.
     *
     * @throws InvalidSettingException if one is unreadable or out of its bounds
     */
    AutopilotSettings over(AutopilotSettings present) {
        Goal goal = over(present.goal());
        return present.mode(mode == null ? present.mode() : mode(mode)).goal(goal);
    }

    private Goal over(Goal present) {
        Goal goal = p99 == null ? present : present.p99(NONE.equals(p99) ? null : SettingFormat.duration("p99", p99));
        return throughput == null
                ? goal
                : goal.throughput(
                        NONE.equals(throughput) ? null : SettingFormat.number("throughput", throughput, Goal.RATES));
    }

    private static AutopilotMode mode(String text) {
        return Stream.of(AutopilotMode.values())
                .filter(mode -> mode.toString().equals(text))
                .findFirst()
                .orElseThrow(() -> new InvalidSettingException(
                        "mode",
                        String.format(Locale.ROOT, "'%s' is unknown", SafeText.shown(text)),
                        "off, advise or auto"));
    }
}
