package io.concor;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How a task uses its thread. */
public enum TaskKind {
    /** Computes, on any number of threads at once. */
    SIMPLE("simple", SimpleTask.class),
    /** A critical section: runs on one thread at a time. */
    SINGLE_THREADED("single-threaded", SingleThreadedTask.class),
    /** Blocks its thread while it waits for a remote system. */
    SYNCHRONIZED_REMOTE("synchronized-remote", SynchronizedRemoteTask.class),
    /** Runs on one thread at a time for messages of equal keys, and in their order. */
    KEYED("keyed", KeyedTask.class),
    /** Handles several events in one call. */
    BATCH("batch", BatchTask.class),
    /** Continues on another thread. */
    TRANSITION("transition", TransitionTask.class),
    /** Reads or changes the message and passes it on. */
    SIDE_EFFECT("side-effect", SideEffectTask.class),
    /** Handles errors. */
    CATCH("catch", ErrorHandlingTask.class);

    private static final TaskKind[] MOST_RESTRICTING_FIRST = {
        SINGLE_THREADED, KEYED, BATCH, SYNCHRONIZED_REMOTE, TRANSITION, CATCH, SIDE_EFFECT, SIMPLE
    };

    private final String label;
    private final Class<? extends Task> type;

    TaskKind(String label, Class<? extends Task> type) {
        this.label = label;
        this.type = type;
    }

    /** Returns the kind of a task; of several, the one that restricts its threads most. */
    public static TaskKind of(Task task) {
        for (TaskKind kind : MOST_RESTRICTING_FIRST) { // a loop: read for each component with its figures
            if (kind.type.isInstance(task)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(String.format(Locale.ROOT, "%s is of no kind", task));
    }

    /** Returns the kinds of all task types that a task implements. A flow rejects a task of several kinds. */
    public static List<TaskKind> allOf(Task task) {
        return Stream.of(MOST_RESTRICTING_FIRST)
                .filter(kind -> kind.type.isInstance(task))
                .toList();
    }

    /** Returns the name of this kind in topology, metrics and messages. */
    @Override
    public String toString() {
        return label;
    }
}
