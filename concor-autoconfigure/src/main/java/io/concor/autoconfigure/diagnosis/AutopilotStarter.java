package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.ConcorLifecycle;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.autopilot.Autopilot;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.SmartLifecycle;

/**
 * Lets the autopilot act on the verdicts after the flows have started and until they begin to stop: what happens during
 * the stop is no reason for a change. Thread-safe.
 */
final class AutopilotStarter implements SmartLifecycle {

    private final ObjectProvider<Autopilot> autopilot;
    private final ObjectProvider<Diagnosis> diagnosis;
    private boolean following;
    private volatile boolean running;

    AutopilotStarter(ObjectProvider<Autopilot> autopilot, ObjectProvider<Diagnosis> diagnosis) {
        this.autopilot = autopilot;
        this.diagnosis = diagnosis;
    }

    @Override
    public synchronized void start() {
        running = true;
        if (!following) {
            following = true;
            autopilot.getObject().follow(diagnosis.getObject(), this::isRunning);
        }
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Later than the start of the flows, and earlier than their stop. */
    @Override
    public int getPhase() {
        return ConcorLifecycle.PHASE + 2;
    }
}
