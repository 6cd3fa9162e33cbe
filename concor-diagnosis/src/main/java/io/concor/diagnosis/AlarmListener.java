package io.concor.diagnosis;

import io.concor.diagnosis.verdict.Verdict;

/** Learns when a flow becomes limited and when it no longer is. Called on the thread that reads signals, so implementations are fast. */
public interface AlarmListener {

    /** A flow has become limited, or is limited by another cause. */
    void onRaised(Verdict verdict);

    /**
     * A flow is no longer limited.
     *
     * @param raised the verdict with which the alarm was raised
     */
    void onCleared(Verdict raised);
}
