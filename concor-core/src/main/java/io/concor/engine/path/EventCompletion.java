package io.concor.engine.path;

import io.concor.DeadLetter;
import io.concor.engine.admission.AdmissionGate;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.engine.event.Passage;
import io.concor.engine.event.UnhandledErrors;
import io.concor.engine.retry.DeadLetters;
import io.concor.statistics.EventOutcome;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** Completes events: counts the outcome, releases the context and completes the future of the caller. */
public final class EventCompletion {

    private static final int NO_PLACE = -1;

    private final String flow;
    private final AdmissionGate gate;
    private final ErrorCounters errors;
    private final UnhandledErrors unhandled;
    private final DeadLetters deadLetters;
    /** Events that ended with an error other than a timeout. */
    private final LongAdder failedWithoutTimeout = new LongAdder();

    private final LongAdder timedOut = new LongAdder();
    /** Events whose callers gave up. */
    private final LongAdder cancelled = new LongAdder();
    /** Events that a store has taken over. */
    private final LongAdder handedOn = new LongAdder();
    /** Events that ended with a value after a catch component had handled an error. */
    private final LongAdder recovered = new LongAdder();

    /** Futures handed out and not completed yet, and dead letters not given yet. */
    private final AtomicInteger openFutures = new AtomicInteger();

    private final CompletingThreads completing = new CompletingThreads();

    public EventCompletion(
            String flow, AdmissionGate gate, ErrorCounters errors, UnhandledErrors unhandled, DeadLetters deadLetters) {
        this.flow = flow;
        this.gate = gate;
        this.errors = errors;
        this.unhandled = unhandled;
        this.deadLetters = deadLetters;
    }

    /** A caller awaits the result of an event that is inside. */
    public void futureOpened() {
        openFutures.incrementAndGet();
    }

    void complete(Context context) {
        if (context.isFromStore()) {
            completeStored(context, Objects.requireNonNull(context.passage()));
        } else {
            end(context, context.result, false);
        }
    }

    private void completeStored(Context context, Passage passage) {
        if (context.error != null && passage.postpones(context)) {
            release(context);
            return;
        }
        boolean awaited = passage.isAwaited();
        if (awaited) {
            futureOpened(); // a stop does not fail it while its event is about to end
        } else {
            passage.answer(context);
        }
        try {
            end(context, null, awaited);
        } finally {
            passage.ended();
        }
    }

    /** @param stored whether the future of the caller is completed when the store has the end of the event */
    private void end(Context context, @Nullable EventFuture result, boolean stored) {
        Throwable error = context.error;
        int failedAt = error == null ? Context.NOWHERE : context.failedAt();
        Object value = context.value;
        Passage passage = context.passage();
        DeadLetter<@Nullable Object> letter =
                error == null || result != null || stored ? null : openLetter(context, error);
        try {
            count(context, EventOutcome.of(flow, error));
        } finally {
            release(context);
            if (stored) {
                reportWhenStored(Objects.requireNonNull(passage), context.index, value, error);
            } else if (letter == null) {
                report(result, context.index, value, error, failedAt, passage);
            } else {
                give(letter, context.index, failedAt);
            }
        }
    }

    /** A stop waits for a dead letter as for a future. */
    private @Nullable DeadLetter<@Nullable Object> openLetter(Context context, Throwable error) {
        DeadLetter<@Nullable Object> letter = deadLetters.letter(context, error);
        if (letter != null) {
            futureOpened();
        }
        return letter;
    }

    private void give(DeadLetter<@Nullable Object> letter, int context, int failedAt) {
        int place = beginCompleting(context);
        try {
            deadLetters.give(letter, failedAt);
        } finally {
            endCompleting(place);
        }
    }

    /** The event leaves this process without an end: a store has it. */
    void release(Context context) {
        boolean reserved = context.isFromStore();
        context.clear();
        if (reserved) {
            gate.contexts().giveReserved(context);
        } else {
            gate.release(context);
        }
    }

    /**
     * A store has taken the event, and its context becomes free at once.
     *
     * @param threads complete the future if that runs code of users
     */
    void handOn(Context context, Executor threads) {
        EventFuture result = context.result;
        int index = context.index;
        handedOn.increment();
        release(context);
        if (result != null && result.getNumberOfDependents() == 0) {
            handOn(result, index);
        } else if (result != null) {
            threads.execute(() -> handOn(result, index));
        }
    }

    private void handOn(EventFuture result, int context) {
        int place = beginCompleting(context);
        try {
            result.handedOn();
        } finally {
            endCompleting(place);
        }
    }

    private void count(Context context, EventOutcome outcome) {
        if (outcome == EventOutcome.COMPLETED) {
            context.countCompleted();
            if (context.caught) {
                recovered.increment();
            }
        } else if (outcome == EventOutcome.CANCELLED) {
            cancelled.increment();
        } else {
            (outcome == EventOutcome.TIMED_OUT ? timedOut : failedWithoutTimeout).increment();
            errors.count(context);
        }
        if (context.sampled) {
            context.stopwatch().stop(outcome, context.error);
        }
    }

    /** The context is free already, so code that depends on the result may enter the flow again. */
    private void report(
            @Nullable EventFuture result,
            int context,
            @Nullable Object value,
            @Nullable Throwable error,
            int failedAt,
            @Nullable Passage passage) {
        if (result != null) {
            complete(result, context, value, error);
        } else if (error != null && passage != null) {
            unhandled.report(failedAt, error, passage::failure);
        } else if (error != null) {
            unhandled.report(failedAt, error);
        }
    }

    /** Else the caller might act on what a crash undoes. */
    private void reportWhenStored(Passage passage, int context, @Nullable Object value, @Nullable Throwable error) {
        try {
            passage.whenStored(result -> {
                futureOpened();
                complete(result, context, value, error);
            });
        } finally {
            openFutures.decrementAndGet();
        }
    }

    private void complete(EventFuture result, int context, @Nullable Object value, @Nullable Throwable error) {
        int place = beginCompleting(context);
        try {
            if (error == null) {
                result.endWith(value);
            } else {
                result.fail(error);
            }
        } finally {
            endCompleting(place);
        }
    }

    private void endCompleting(int place) {
        if (place != NO_PLACE) {
            completing.end(place);
        }
        openFutures.decrementAndGet();
    }

    /** Without memory, no stop knows that the thread completes a future. */
    private int beginCompleting(int context) {
        try {
            return completing.begin(context);
        } catch (OutOfMemoryError noMemory) {
            return NO_PLACE;
        }
    }

    /**
     * Whether every future is complete, and every dead letter kept.
     *
     * @param exempt how many do not count
     */
    public boolean allFuturesComplete(int exempt) {
        return openFutures.get() <= exempt && deadLetters.areKept();
    }

    /** Whether the calling thread runs code that depends on a result of this flow. */
    public boolean isCompletingOnThisThread() {
        return completing.count(Thread.currentThread()) > 0;
    }

    /** Returns the threads that complete futures of this flow, and so perhaps run code that depends on results. */
    public CompletingThreads completingThreads() {
        return completing;
    }

    public DeadLetters deadLetters() {
        return deadLetters;
    }

    /** Returns how many events ended with an error, timeouts included. */
    public long failed() {
        return failedWithoutTimeout.sum() + timedOut.sum();
    }

    /** Returns how many events ended with an error other than a timeout. */
    public long failedWithoutTimeout() {
        return failedWithoutTimeout.sum();
    }

    /** Returns how many events ended with a timeout. */
    public long timedOut() {
        return timedOut.sum();
    }

    /** Returns how many events ended because their callers gave up. */
    public long cancelled() {
        return cancelled.sum();
    }

    /** Returns how many events a store has taken over. */
    public long handedOn() {
        return handedOn.sum();
    }

    /** Returns how many events ended with a value after a catch component had handled an error. */
    public long recovered() {
        return recovered.sum();
    }
}
