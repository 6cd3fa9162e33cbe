package io.concor.layout;

import io.concor.ConcorException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/**
 * A change could not be made at present: a task held its thread for longer than the change may take, another change was
 * under way, another one is on trial, the flow does not run, or there was no thread to be had; or there is nothing that
 * could be taken back or confirmed. Nothing was changed.
 */
public final class ChangeNotPossibleException extends ConcorException {

    /** Why a change could not be made. */
    public enum Reason {
        /** The flow does not run. */
        NOT_RUNNING,
        /** The flow was stopped while the change was under way. */
        STOPPED,
        /** Another change was under way for all the time that this one may take. */
        OTHER_CHANGE,
        /** The calling thread was interrupted before the change began; it still is. */
        INTERRUPTED,
        /** A task held its thread, or events waited, for longer than the change may take. */
        TOO_LONG,
        /** A thread could not be started. */
        NO_THREAD,
        /** Another change is on trial, and this one would stay: that one is to be confirmed or undone first. */
        ON_TRIAL,
        /** There is no change left that could be taken back. */
        NOTHING_TO_UNDO,
        /** No change is on trial. */
        NOTHING_TO_CONFIRM
    }

    private static final long serialVersionUID = 1L;

    private final String flow;
    private final @Nullable String slot;
    private final Reason reason;

    public ChangeNotPossibleException(String flow, Collection<String> slots, Reason reason, String words) {
        super("Flow '%s'%s: the change is not possible at present, so nothing was changed: %s"
                .formatted(flow, slots.isEmpty() ? "" : ", slot '%s'".formatted(String.join(", ", slots)), words));
        this.flow = flow;
        this.slot = slots.size() == 1 ? slots.iterator().next() : null;
        this.reason = reason;
    }

    /** The flow's name. */
    public String flow() {
        return flow;
    }

    /** The slot at which it failed, or null where it was about several of them. */
    public @Nullable String slot() {
        return slot;
    }

    /** Why the change could not be made. */
    public Reason reason() {
        return reason;
    }
}
