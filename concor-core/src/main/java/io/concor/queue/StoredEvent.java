package io.concor.queue;

import java.time.Instant;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** An event that a store has handed to this process. The store keeps it until it ends: see {@link Ending}. */
public interface StoredEvent {

    /** Returns the id of the event, as it was put. */
    String id();

    /** Returns the key, or null if the event has none. */
    @Nullable
    String key();

    /**
     * Reads the message anew. Any thread.
     *
     * @throws Exception if it cannot be read
     */
    @Nullable
    Object message() throws Exception;

    /** Returns the number of the attempt for which the event was handed out; 1 for the first. */
    int attempt();

    /**
     * Whether it must be handled in a batch of its own: an earlier attempt failed, or two processes died in one, and it may do
     * the same to other events again.
     */
    boolean alone();

    /**
     * Whether it has to be given back instead of being handled: an event before it in its order was given back, or holds the
     * order, or the queue hands out nothing any more. Asked on the thread that is about to handle it.
     */
    boolean isRecalled();

    /** Returns when the event was put, by the clock of the store. */
    Instant put();

    /** Returns what was put with the event, by names. */
    Map<String, String> headers();

    /**
     * Has a short action run when the store has the end of the event, at once if it has it. It never runs if the event does not end
     * here after all. Any thread runs it. Called at most once for each event. By default it runs at once.
     */
    default void whenEnded(Runnable action) {
        action.run();
    }

    /**
     * Has a short action run with the reason if the queue to which the event was handed on turns out not to take it, after its batch was
     * committed: then it is a dead letter instead. Any thread runs it. Another action takes its place. By default it never runs.
     */
    default void whenRefused(Consumer<Throwable> action) {}
}
