package io.concor.engine.thread;

import io.concor.Flow;

/** Closes a flow when the JVM shuts down, until it is removed. Thread-safe. */
public final class ShutdownHook {

    private final Thread thread;

    private ShutdownHook(Flow<?, ?> flow) {
        this.thread = new Thread(flow::close, "concor-close-" + flow.name());
    }

    /**
     * Registers a hook.
     *
     * @throws IllegalStateException if the JVM shuts down already
     */
    public static ShutdownHook register(Flow<?, ?> flow) {
        ShutdownHook hook = new ShutdownHook(flow);
        Runtime.getRuntime().addShutdownHook(hook.thread);
        return hook;
    }

    /** Lets go of the flow. Does nothing when the JVM shuts down: the hook runs, or has run. */
    public void remove() {
        try {
            Runtime.getRuntime().removeShutdownHook(thread);
        } catch (IllegalStateException shuttingDown) {
            // nothing is left to remove
        }
    }
}
