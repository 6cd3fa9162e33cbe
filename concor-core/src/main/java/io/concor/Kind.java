package io.concor;

/** What a task does to a thread. */
public enum Kind {
    /** Computes; any number of threads at once. */
    SIMPLE("simple"),
    /** A critical section: one thread at a time. */
    SINGLE_THREADED("single-threaded"),
    /** Keeps its thread waiting for a remote party. */
    SYNCHRONIZED_REMOTE("synchronized-remote"),
    /** Goes on from another thread. */
    TRANSITION("transition"),
    /** Looks at the message and lets it pass. */
    SIDE_EFFECT("side-effect"),
    /** Meets errors. */
    CATCH("catch");

    private final String label;

    Kind(String label) {
        this.label = label;
    }

    /**
     * The kind that follows from the type of a task.
     *
     * @param task a task
     * @return its kind
     */
    public static Kind of(Task task) {
        if (task instanceof SimpleTask) {
            return SIMPLE;
        }
        if (task instanceof SingleThreadedTask) {
            return SINGLE_THREADED;
        }
        if (task instanceof SynchronizedRemoteTask) {
            return SYNCHRONIZED_REMOTE;
        }
        if (task instanceof TransitionTask) {
            return TRANSITION;
        }
        return task instanceof SideEffectTask ? SIDE_EFFECT : CATCH;
    }

    /** The word for this kind in topology, metrics and messages. */
    @Override
    public String toString() {
        return label;
    }
}
