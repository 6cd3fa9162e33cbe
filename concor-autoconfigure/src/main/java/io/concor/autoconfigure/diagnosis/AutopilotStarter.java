package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.autopilot.Autopilot;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;

/**
 * Lets the autopilot act on the verdicts after the flows have started and until the context begins to close: what
 * happens during the stop is no reason for a change. Thread-safe.
 */
final class AutopilotStarter extends DiagnosisLifecycle {

    private final ObjectProvider<Autopilot> autopilot;
    private final ObjectProvider<Diagnosis> diagnosis;

    AutopilotStarter(
            ApplicationContext context,
            int phase,
            ObjectProvider<Autopilot> autopilot,
            ObjectProvider<Diagnosis> diagnosis) {
        super(context, phase);
        this.autopilot = autopilot;
        this.diagnosis = diagnosis;
    }

    @Override
    void begin() {
        autopilot.getObject().follow(diagnosis.getObject(), this::isRunning);
    }
}
