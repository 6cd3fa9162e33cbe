package io.concor.diagnosis.autopilot;

import io.concor.InvalidSettingException;
import io.concor.diagnosis.Goal;
import java.time.Duration;

/**
 * How the autopilot treats a flow. A value: the methods that take an argument return changed copies, and throw an
 * {@link InvalidSettingException} if it is out of its bounds.
 *
 * @param goal what the flow is to keep. Without a goal, it is to handle what arrives
 * @param trial how long a change is on trial, 15 s to 10 min. Latency is known 11 seconds after a change, so a shorter
 *     trial could not judge it
 * @param cooling the pause between two changes, 0 to 1 h
 * @param pause how long a person's change stops the autopilot, 0 to 1 d
 * @param decreaseAfter for how long a flow needs fewer threads until it gets fewer, 10 s to 1 d
 * @param forget when a change that did not help may be tried again, 0 to 1 d
 */
public record AutopilotSettings(
        AutopilotMode mode,
        Goal goal,
        Duration trial,
        Duration cooling,
        Duration pause,
        Duration decreaseAfter,
        Duration forget) {

    private static final Duration DAY = Duration.ofDays(1);

    /** Advises, without a goal. Trials of 30 s, a pause of 15 s between changes, of 5 min after a person's change. */
    public static final AutopilotSettings DEFAULT = new AutopilotSettings(
            AutopilotMode.ADVISE,
            Goal.NONE,
            Duration.ofSeconds(30),
            Duration.ofSeconds(15),
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofMinutes(10));

    /**
     * Checks the settings.
     *
     * @throws InvalidSettingException if one is out of its bounds
     */
    public AutopilotSettings {
        InvalidSettingException.requireWithin("trial", trial, Duration.ofSeconds(15), Duration.ofMinutes(10));
        InvalidSettingException.requireWithin("cooling", cooling, Duration.ZERO, Duration.ofHours(1));
        InvalidSettingException.requireWithin("pause", pause, Duration.ZERO, DAY);
        InvalidSettingException.requireWithin("decrease-after", decreaseAfter, Duration.ofSeconds(10), DAY);
        InvalidSettingException.requireWithin("forget", forget, Duration.ZERO, DAY);
    }

    public AutopilotSettings mode(AutopilotMode mode) {
        return new AutopilotSettings(mode, goal, trial, cooling, pause, decreaseAfter, forget);
    }

    public AutopilotSettings goal(Goal goal) {
        return new AutopilotSettings(mode, goal, trial, cooling, pause, decreaseAfter, forget);
    }

    public AutopilotSettings trial(Duration trial) {
        return new AutopilotSettings(mode, goal, trial, cooling, pause, decreaseAfter, forget);
    }

    public AutopilotSettings cooling(Duration cooling) {
        return new AutopilotSettings(mode, goal, trial, cooling, pause, decreaseAfter, forget);
    }

    public AutopilotSettings pause(Duration pause) {
        return new AutopilotSettings(mode, goal, trial, cooling, pause, decreaseAfter, forget);
    }

    public AutopilotSettings decreaseAfter(Duration decreaseAfter) {
        return new AutopilotSettings(mode, goal, trial, cooling, pause, decreaseAfter, forget);
    }

    public AutopilotSettings forget(Duration forget) {
        return new AutopilotSettings(mode, goal, trial, cooling, pause, decreaseAfter, forget);
    }
}
