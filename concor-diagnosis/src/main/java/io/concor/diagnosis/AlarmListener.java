package io.concor.diagnosis;

import io.concor.diagnosis.verdict.Verdict;

/**
 * Learns when a flow becomes limited and when it no longer is. Called on the thread that reads signals, so
 * implementations are fast.
 */
public interface AlarmListener {

    /** A flow has become limited, or is limited by another cause. */
    void onRaised(Verdict verdict);

    /**
     * A raised alarm now concerns another slot, or again a cause that was raised in the last two minutes. For displays: it
     * is no new alarm. The default implementation does nothing.
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
}
