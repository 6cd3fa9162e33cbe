package io.concor;

import java.util.List;
import java.util.stream.Stream;

/** What a task does to a thread. */
public enum TaskKind {
    /** Computes; any number of threads at once. */
    SIMPLE("simple", SimpleTask.class),
    /** A critical section: one thread at a time. */
    SINGLE_THREADED("single-threaded", SingleThreadedTask.class),
    /** Keeps its thread waiting for a remote party. */
    SYNCHRONIZED_REMOTE("synchronized-remote", SynchronizedRemoteTask.class),
    /** Goes on from another thread. */
    TRANSITION("transition", TransitionTask.class),
    /** Looks at the message and lets it pass. */
    SIDE_EFFECT("side-effect", SideEffectTask.class),
    /** Meets errors. */
    CATCH("catch", CatchTask.class);

    private final String label;
    private final Class<? extends Task> type;

    TaskKind(String label, Class<? extends Task> type) {
        this.label = label;
        this.type = type;
    }

    /**
     * The kind that follows from the type of a task; of several, the one that asks most of its threads.
     *
     * @param task a task
     * @return its kind
     */
    public static TaskKind of(Task task) {
        return allOf(task).get(0);
    }

    /** The kinds of all task types that a task has; a task of several cannot stand in a flow. */
    public static List<TaskKind> allOf(Task task) {
        return Stream.of(SINGLE_THREADED, SYNCHRONIZED_REMOTE, TRANSITION, CATCH, SIDE_EFFECT, SIMPLE)
                .filter(kind -> kind.type.isInstance(task))
                .toList();
    }

    /** The word for this kind in topology, metrics and messages. */
    @Override
    public String toString() {
        return label;
    }
}
