package io.concor.layout;

import io.concor.FlowException;
import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** A change is not possible at present, for a {@link Reason}. Nothing was changed. */
public final class ChangeNotPossibleException extends FlowException {

    /** Why a change is not possible. */
    public enum Reason {
        /** The flow is not running. */
        NOT_RUNNING,
        /** The flow was stopped during the change. */
        STOPPED,
        /** Another change did not finish within the time limit of this one. */
        OTHER_CHANGE,
        /** The calling thread was interrupted before the change began, and stays interrupted. */
        INTERRUPTED,
        /** A task ran, or events waited, longer than the time limit of the change. */
        TOO_LONG,
        /**
         * A task, or code that depends on a result, asks for a change that has to wait for the thread of that task. Call it
         * from another thread.
         */
        CALLED_FROM_TASK,
        /** A thread could not be started, or there was no memory. The cause is the error. */
        NO_THREAD,
        /** The store in which the events of a slot were to wait cannot be reached or does not fit. The cause says why. */
        NO_STORE,
        /**
         * Another change is on trial. Confirm or undo it before a change that is not on trial. Changes of low precedence wait
         * until the trial has ended.
         */
        ON_TRIAL,
        /** The component of the slot runs on another node, and the change would have no effect here. */
        ELSEWHERE,
        /** There is no change to undo. */
        NOTHING_TO_UNDO,
        /** No change is on trial. */
        NOTHING_TO_CONFIRM
    }

    private static final long serialVersionUID = 1L;

    private final @Nullable String slot;
    private final Reason reason;

    public ChangeNotPossibleException(String flow, Collection<String> slots, Reason reason, String words) {
        this(flow, slots, reason, words, null);
    }

    public ChangeNotPossibleException(
            String flow, Collection<String> slots, Reason reason, String words, @Nullable Throwable cause) {
        super(
                flow,
                "Flow '" + flow + "'" + (slots.isEmpty() ? "" : ", slot '" + String.join(", ", slots) + "'") + ": "
                        + outcome(reason) + ": " + words,
                cause);
        this.slot = slots.size() == 1 ? slots.iterator().next() : null;
        this.reason = reason;
    }

    private static String outcome(Reason reason) {
        return switch (reason) {
            case NOTHING_TO_CONFIRM -> "there is nothing to confirm";
            case NOTHING_TO_UNDO -> "there is nothing to undo";
            case ELSEWHERE -> "the change is not possible here, so nothing was changed";
            default -> "the change is not possible at present, so nothing was changed";
        };
    }

    /** Returns the slot concerned, or null if there is not exactly one. */
    public @Nullable String slot() {
        return slot;
    }

    /** Returns why the change is not possible. */
    public Reason reason() {
        return reason;
    }
}
