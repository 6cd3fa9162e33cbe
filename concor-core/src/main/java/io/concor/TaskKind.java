package io.concor;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How a task uses its thread. */
public enum TaskKind {
    /** Computes, on any number of threads at once. */
    SIMPLE("simple", SimpleTask.class, Trait.COMPUTES),
    /** A critical section: runs on one thread at a time. */
    SINGLE_THREADED("single-threaded", SingleThreadedTask.class, Trait.COMPUTES),
    /** Blocks its thread while it waits for a remote system. */
    SYNCHRONIZED_REMOTE("synchronized-remote", SynchronizedRemoteTask.class, Trait.BLOCKS),
    /** Runs on one thread at a time for messages of equal keys, and in their order. */
    KEYED("keyed", KeyedTask.class, null),
    /** Handles several events in one call. */
    BATCH("batch", BatchTask.class, null),
    /** Continues on another thread. */
    TRANSITION("transition", TransitionTask.class, Trait.LEAVES_THREAD),
    /** Reads or changes the message and passes it on. */
    SIDE_EFFECT("side-effect", SideEffectTask.class, Trait.COMPUTES),
    /** Handles errors. */
    CATCH("catch", ErrorHandlingTask.class, Trait.HANDLES_ERRORS);

    private static final TaskKind[] MOST_RESTRICTING_FIRST = {
        SINGLE_THREADED, KEYED, BATCH, SYNCHRONIZED_REMOTE, TRANSITION, CATCH, SIDE_EFFECT, SIMPLE
    };

    private final String label;
    private final Class<? extends Task> type;
    private final @Nullable Trait trait;

    TaskKind(String label, Class<? extends Task> type, @Nullable Trait trait) {
        this.label = label;
        this.type = type;
        this.trait = trait;
    }

    /** What rules and verdicts ask about a task, whatever its kind. */
    private enum Trait {
        COMPUTES,
        BLOCKS,
        LEAVES_THREAD,
        HANDLES_ERRORS
    }

    /** Returns the kind of the tasks of a class, or null if it is no task. */
    public static @Nullable TaskKind ofClass(Class<?> task) {
        return Stream.of(MOST_RESTRICTING_FIRST)
                .filter(kind -> kind.type.isAssignableFrom(task))
                .findFirst()
                .orElse(null);
    }

    /** Returns the kind of a task; of several, the one that restricts its threads most. */
    public static TaskKind of(Task task) {
        for (TaskKind kind : MOST_RESTRICTING_FIRST) { // a loop: read for each component with its figures
            if (kind.type.isInstance(task)) {
                return kind;
            }
        }
        throw new IllegalArgumentException(task + " is of no kind");
    }

    /** Returns the kinds of all task types that a task implements. A flow rejects a task of several kinds. */
    public static List<TaskKind> allOf(Task task) {
        return Stream.of(MOST_RESTRICTING_FIRST)
                .filter(kind -> kind.type.isInstance(task))
                .toList();
    }

    /** Returns whether a task of this kind is taken to use its thread's processor all the time. */
    public boolean computes() {
        return trait == Trait.COMPUTES;
    }

    /** Returns whether a task of this kind keeps its thread waiting for a remote system. */
    public boolean blocks() {
        return trait == Trait.BLOCKS;
    }

    /** Returns whether the event of a task of this kind goes on with the thread that calls its continuation. */
    public boolean leavesThread() {
        return trait == Trait.LEAVES_THREAD;
    }

    /** Returns whether tasks of this kind run for events with an error, and only for these. */
    public boolean handlesErrors() {
        return trait == Trait.HANDLES_ERRORS;
    }

    /** Returns the name of this kind in topology, metrics and messages. */
    @Override
    public String toString() {
        return label;
    }
}
