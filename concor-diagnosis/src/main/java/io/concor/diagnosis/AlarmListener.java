package io.concor.diagnosis;

import io.concor.diagnosis.verdict.Verdict;
import java.util.function.Consumer;

/**
 * Learns when a flow becomes limited or failing and when it no longer is. A flow may be both. Called on the thread that
 * reads signals, so implementations are fast.
 */
public interface AlarmListener {

    /** A flow has become limited, or is limited by another cause. */
    void onRaised(Verdict verdict);

    /**
     * A raised alarm now concerns another slot, or again a cause that was raised in the last two minutes. For displays:
     * it is no new alarm. The default implementation does nothing.
     *
     * @param verdict the verdict with the other slot or cause
     */
    default void onMoved(Verdict verdict) {}

    /**
     * A flow is no longer limited by a cause. If another one limits it, {@link #onRaised} follows.
     *
     * @param raised the verdict with which the alarm was raised, or the one to which it moved
     */
    void onCleared(Verdict raised);

    /**
     * Many events of a flow fail, whether or not something limits it. The default implementation does nothing.
     *
     * @param verdict the verdict, whose {@link Verdict#failure} is not null
     */
    default void onFailing(Verdict verdict) {}

    /**
     * Events of a flow no longer fail in such a number. The default implementation does nothing.
     *
     * @param raised the verdict that was passed to {@link #onFailing}
     */
    default void onFailureEnded(Verdict raised) {}

    /**
     * Returns a listener that passes each alarm on.
     *
     * @param pass passes an alarm on; called with what tells a listener of it
     */
    static AlarmListener passing(Consumer<Consumer<AlarmListener>> pass) {
        return new PassingAlarms(pass);
    }
}
