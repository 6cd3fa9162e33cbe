package io.concor.autoconfigure.diagnosis;

import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.context.SmartLifecycle;
import org.springframework.context.event.ContextClosedEvent;

/**
 * The life cycle of what acts on the diagnosis: it begins after the flows have started and runs until the context begins
 * to close. It begins once, also if the context is stopped and started again. Thread-safe.
 */
abstract class DiagnosisLifecycle implements SmartLifecycle, ApplicationListener<ContextClosedEvent> {

    private final ApplicationContext context;
    private final int phase;
    private boolean begun;
    private volatile boolean running;

    DiagnosisLifecycle(ApplicationContext context, int phase) {
        this.context = context;
        this.phase = phase;
    }

    /** Begins to act on the diagnosis, as long as this {@linkplain #isRunning() runs}. Called at the first start. */
    abstract void begin();

    @Override
    public final synchronized void start() {
        running = true;
        if (!begun) {
            begun = true;
            begin();
        }
    }

    /** Earlier than the stop of any bean: the web server drains before the flows stop. Closing a child context ends nothing. */
    @Override
    public final void onApplicationEvent(ContextClosedEvent closed) {
        if (closed.getApplicationContext() == context) {
            running = false;
        }
    }

    @Override
    public final void stop() {
        running = false;
    }

    @Override
    public final boolean isRunning() {
        return running;
    }

    /** Later than the start of the flows, and earlier than their stop. */
    @Override
    public final int getPhase() {
        return phase;
    }
}
