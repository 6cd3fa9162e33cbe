package io.concor.engine.event;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The message of an event or its error, and what catch components, further attempts and dead letters need of both. Only the
 * event's owner accesses it.
 */
abstract class EventState extends ForeignSite {

    public @Nullable Object value;

    public @Nullable Throwable error;
    /** The index of the component at which the error occurred, or {@link #NOWHERE}. Valid while there is an error. */
    private int failedAt = NOWHERE;
    /** Whether a catch component has handled an error of the event. */
    public boolean caught;
    /** The timeout that was counted last: a catch component may throw it again. */
    private @Nullable Throwable countedTimeout;

    /** What a recovery task, another attempt or a dead letter needs, or null if the flow has none of them. */
    private final @Nullable RecoveryInputs inputs;

    /**
     * Whether there is more to clear than most events leave: an error, a lane, what a recovery task gets to see, a passage.
     */
    boolean unusual;

    /** @param keepsMessages whether a recovery task, another attempt or a dead letter may need the message that failed */
    EventState(boolean keepsMessages) {
        this.inputs = keepsMessages ? new RecoveryInputs() : null;
    }

    /** Keeps the event that entered, in a flow that needs it. Apart from {@link Context#begin}: other flows do not ask. */
    public void keepEntered(@Nullable Object event) {
        if (inputs != null) {
            inputs.event = event;
            unusual = true;
        }
    }

    /** Sets the value. A task that changes its message in place returns it, and then there is nothing to write. */
    public void value(@Nullable Object result) {
        if (value != result) {
            value = result;
        }
    }

    /** Sets what a transition answered. The message that its task was given is kept in case the answer is refused. */
    void answer(@Nullable Object answer) {
        if (inputs != null) {
            inputs.message = value;
        }
        value = answer;
    }

    /** A transition's answer is refused. */
    public void failAnswered(int component, Throwable thrown) {
        fail(component, thrown, inputs == null ? null : inputs.message);
    }

    /** Fails an event whose component was given a message that the context need not hold. */
    public void fail(int component, Throwable thrown, @Nullable Object message) {
        value = message;
        fail(component, thrown);
    }

    /**
     * Fails the event while the value is the message that the component was given. An error that replaces another one
     * concerns the same message.
     *
     * @param component where the error occurred, or {@link #NOWHERE} for a thread that the event came to or left
     */
    public void fail(int component, Throwable thrown) {
        if (inputs != null && error == null) {
            inputs.message = value;
        }
        Attempts attempts = attempts();
        if (attempts != null) {
            attempts.failedAgain();
        }
        value = null;
        error = thrown;
        failedAt = component;
        unusual = true;
    }

    /** Returns the attempts of the event, or null if it was not tried in vain. */
    public @Nullable Attempts attempts() {
        return inputs == null ? null : inputs.attempts;
    }

    /** Returns the attempts at the component at which the error occurred, or null if it is not tried again. */
    public @Nullable Attempts failedAttempts() {
        Attempts attempts = attempts();
        return attempts != null && attempts.areAt(failedAt) ? attempts : null;
    }

    /** Returns the attempts of the event, in a flow that keeps messages. */
    public Attempts keepAttempts() {
        RecoveryInputs kept = Objects.requireNonNull(inputs);
        if (kept.attempts == null) {
            kept.attempts = new Attempts();
        }
        unusual = true;
        return kept.attempts;
    }

    /** The present error is none of a component that may be tried again: it has not run, or has returned its result. */
    public void isNotTriedAgain() {
        try {
            if (inputs != null) {
                keepAttempts().end();
            }
        } catch (OutOfMemoryError noMemory) {
            // then it may be tried once more
        }
    }

    /** The event has its message again instead of the error, for another attempt. */
    public void tryAgain() {
        value = keepAttempts().message(inputs == null ? null : inputs.message);
        error = null;
    }

    /** Removes and returns the place that the event keeps among those of its key, or null if it keeps none. */
    public @Nullable Turn takeTurn() {
        return takeTurnLeftAt(Integer.MAX_VALUE);
    }

    /** The same when the event comes to a slot, if that is behind the keyed component. */
    public @Nullable Turn takeTurnLeftAt(int slot) {
        Attempts attempts = attempts();
        return attempts == null ? null : attempts.takeTurnLeftAt(slot);
    }

    /** Whether the event keeps a place. */
    public boolean keeps(Turn turn) {
        Attempts attempts = attempts();
        return attempts != null && attempts.keeps(turn);
    }

    public void keepTurn(@Nullable Turn turn) {
        if (turn != null) {
            keepAttempts().turn(turn);
        }
    }

    /** Returns the index of the component at which the event's error occurred, or {@link #NOWHERE}. */
    public int failedAt() {
        return failedAt;
    }

    /** Returns the event that entered, if the flow keeps it. */
    public @Nullable Object event() {
        return inputs == null ? null : inputs.event;
    }

    /** Removes and returns the error, which a catch component handles. The value is the message that failed with it. */
    public Throwable takeError() {
        Throwable taken = error == null ? new IllegalStateException("there is no error") : error;
        error = null;
        caught = true;
        if (inputs != null) {
            value = inputs.message;
        }
        return taken;
    }

    /** Marks the error, a timeout, as counted. Returns false if it was before. */
    public boolean markTimeoutCounted() {
        boolean first = error != countedTimeout;
        countedTimeout = error;
        return first;
    }

    /** Forgets the error and what goes with it. */
    final void clearFailure() {
        error = null;
        caught = false;
        countedTimeout = null;
        if (inputs != null) {
            inputs.clear();
        }
    }
}
