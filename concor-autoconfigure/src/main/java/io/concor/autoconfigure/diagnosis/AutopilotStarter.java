package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.ConcorLifecycle;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.autopilot.Autopilot;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * Lets the autopilot act on the verdicts after the flows have started and until the context begins to close: what
 * happens during the stop is no reason for a change. Thread-safe.
 */
final class AutopilotStarter implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {

    private final ApplicationContext context;
    private final ObjectProvider<Autopilot> autopilot;
    private final ObjectProvider<Diagnosis> diagnosis;
    private boolean following;
    private volatile boolean running;

    AutopilotStarter(
            ApplicationContext context, ObjectProvider<Autopilot> autopilot, ObjectProvider<Diagnosis> diagnosis) {
        this.context = context;
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

    /** Earlier than the stop of any bean: the web server drains before the flows stop. Closing a child context ends nothing. */
    @Override
    public void onApplicationEvent(ContextClosedEvent closed) {
        if (closed.getApplicationContext() == context) {
            running = false;
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
