package io.concor.diagnosis;

import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.State;
import java.util.Optional;

/**
 * Whether something limits a flow, as a state machine that takes a step each second. It returns the next state and does
 * nothing else. Immutable.
 *
 * <table><caption>States</caption>
 * <tr><th>state</th><th>what ends it</th><th>next state</th></tr>
 * <tr><td>{@link Unlimited}</td><td>signs of a limit in three of five seconds, and a rule finds the cause</td>
 *     <td>{@link Limited}</td></tr>
 * <tr><td></td><td>such signs, and no rule finds a cause</td><td>{@link Unnamed}</td></tr>
 * <tr><td>{@link Unnamed}</td><td>a rule finds the cause</td><td>{@link Limited}</td></tr>
 * <tr><td></td><td>no signs</td><td>{@link Unlimited}</td></tr>
 * <tr><td>{@link Limited}</td><td>no signs, or none in the last second after others</td><td>{@link Fading}</td></tr>
 * <tr><td></td><td>no rule finds a cause</td><td>{@link Unnamed}</td></tr>
 * <tr><td>{@link Fading}</td><td>signs again</td><td>{@link Limited} or {@link Unnamed}</td></tr>
 * <tr><td></td><td>five seconds without a sign</td><td>{@link Unlimited}</td></tr>
 * <tr><td>any</td><td>the layout has changed, or the flow was stopped</td><td>{@link Unlimited}</td></tr>
 * </table>
 */
sealed interface LimitState {

    /** Returns what limits the flow, whether or not it is failing. */
    Verdict verdict();

    /** Nothing limits the flow, or too little is known. */
    record Unlimited(Verdict verdict) implements LimitState {}

    /** Something limits the flow; no signal shows what. */
    record Unnamed(Verdict verdict) implements LimitState {}

    /**
     * A cause limits the flow.
     *
     * @param before the verdict of the last second with signs before this one, if it named a cause
     */
    record Limited(Verdict verdict, Optional<Verdict> before) implements LimitState {}

    /**
     * A cause limited the flow, and no sign of it was seen in the last second.
     *
     * @param last the last second with signs
     * @param kept what that, or the second before it, named
     * @param quietWindows in how many windows no sign was seen
     */
    record Fading(Limited last, Verdict kept, int quietWindows) implements LimitState {

        @Override
        public Verdict verdict() {
            return quietWindows == 0 ? kept : kept.unseenFor(quietWindows);
        }
    }

    /** Whether a cause limits the flow, or did within the last seconds. */
    default boolean isLimited() {
        return lastNamed().isPresent();
    }

    private Optional<Limited> lastNamed() {
        if (this instanceof Limited limited) {
            return Optional.of(limited);
        }
        return this instanceof Fading fading ? Optional.of(fading.last()) : Optional.empty();
    }

    /** Returns the state after a second with signs of a limit. */
    default LimitState afterSigns(Verdict found) {
        return found.state() == State.LIMITED
                ? new Limited(found, lastNamed().map(Limited::verdict))
                : new Unnamed(found);
    }

    /**
     * Returns the state after a second without signs; this one unless a cause limited the flow.
     *
     * @param loadEnded whether the load ended within the last second with signs, which tells nothing about its cause: the one
     *     before counts
     */
    default LimitState fading(boolean loadEnded, int quietWindows) {
        return lastNamed().map(last -> fading(last, loadEnded, quietWindows)).orElse(this);
    }

    private LimitState fading(Limited last, boolean loadEnded, int quietWindows) {
        Verdict kept = this instanceof Fading fading ? fading.kept() : last.verdict();
        return new Fading(last, loadEnded ? last.before().orElse(kept) : kept, quietWindows);
    }
}
