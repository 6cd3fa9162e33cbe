package io.concor.engine;

import io.concor.RefusedException;
import io.concor.Sampling;
import io.concor.engine.admission.AdmissionGate;
import io.concor.engine.event.AcceptFuture;
import io.concor.engine.event.CoarseClock;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.engine.event.ForeignThreads;
import io.concor.engine.event.Passage;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.path.EventCompletion;
import io.concor.engine.path.EventPath;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The entry of a flow: admits an event, wraps it in a context and starts to run it. */
final class Dispatcher {

    private final FlowParts parts;
    private final AdmissionGate gate;
    private final EventPath path;
    private final EventCompletion completion;
    private final CoarseClock clock;
    private final FlowRecorder recorder;
    private final boolean keepsEvents;
    /** Null if all components run in this process. */
    private final @Nullable NodeEntrance entrance;
    /** Whether the calling thread works for the flow. A field, because a method reference would be allocated for each event. */
    private final BooleanSupplier ownThread;

    private volatile Sampling sampling;

    Dispatcher(FlowParts parts, Sampling sampling) {
        this.parts = parts;
        this.gate = parts.gate();
        this.path = parts.path();
        this.completion = parts.completion();
        this.clock = parts.clock();
        this.recorder = parts.recorder();
        this.keepsEvents = parts.definition().keepsEvents();
        this.entrance = parts.definition().placement().isWhole() ? null : new NodeEntrance(parts);
        this.ownThread = parts::ownsCallingThread;
        this.sampling = sampling;
        sample(sampling);
    }

    private void sample(Sampling next) {
        gate.contexts().sample(next::measures);
        recorder.adaptTo(next);
    }

    /** @throws io.concor.QueueStoreException if no event enters in this process */
    void requireEntrance() {
        if (entrance != null) {
            entrance.require();
        }
    }

    void apply(@Nullable Object event) {
        requireEntrance();
        int caller = ForeignThreads.note();
        dispatch(gate.admit(ownThread), event, null, caller);
    }

    boolean tryApply(@Nullable Object event) {
        requireEntrance();
        int caller = ForeignThreads.note();
        Context context = gate.tryAdmit();
        if (context == null) {
            return false;
        }
        dispatch(context, event, null, caller);
        return true;
    }

    /** Returns the failure of a caller that would await a result here; null if it may. */
    private @Nullable CompletableFuture<?> refusal() {
        return entrance == null ? null : entrance.refusal();
    }

    CompletableFuture<?> submit(@Nullable Object event) {
        return submit(event, Long.MAX_VALUE);
    }

    /** Waits for admission at most as long as given, in nanoseconds, and no longer than the flow's timeout. */
    CompletableFuture<?> submit(@Nullable Object event, long waitNanos) {
        CompletableFuture<?> refusal = refusal();
        if (refusal != null) {
            return refusal;
        }
        int caller = ForeignThreads.note();
        EventFuture result = new EventFuture();
        Context context;
        try {
            context = gate.admit(ownThread, waitNanos);
        } catch (RefusedException refused) {
            return CompletableFuture.failedFuture(refused);
        }
        return dispatchAwaited(context, event, result, caller);
    }

    /**
     * Enters an event whose caller awaits that it is safe, and waits for admission.
     *
     * @param passage what the event has with it for a store, or null
     */
    CompletableFuture<?> accept(@Nullable Object event, @Nullable Passage passage) {
        int caller = ForeignThreads.note();
        EventFuture result = new AcceptFuture();
        Context context;
        try {
            context = gate.admit(ownThread);
        } catch (RefusedException refused) {
            return CompletableFuture.failedFuture(refused);
        }
        if (passage == null) {
            return dispatchAwaited(context, event, result, caller);
        }
        completion.futureOpened();
        result.enter(context);
        begin(context, event, result, caller);
        context.passage(passage);
        path.enterWithPassage(context);
        return result;
    }

    /** Admits an event that the caller leads on: it is not sampled, and nobody awaits its result. */
    Context admit(@Nullable Object event, Passage passage) {
        int caller = ForeignThreads.note();
        Context context = gate.admit(ownThread);
        context.sampled = false;
        begin(context, event, null, caller);
        context.passage(passage);
        return context;
    }

    CompletableFuture<?> trySubmit(@Nullable Object event) {
        CompletableFuture<?> refusal = refusal();
        if (refusal != null) {
            return refusal;
        }
        int caller = ForeignThreads.note();
        EventFuture result = new EventFuture();
        Context context;
        try {
            context = gate.admitNow();
        } catch (RefusedException refused) {
            return CompletableFuture.failedFuture(refused);
        }
        return dispatchAwaited(context, event, result, caller);
    }

    /** Registers the future while its event is inside: a stop that finds no event inside sees every open future. */
    private CompletableFuture<?> dispatchAwaited(
            Context context, @Nullable Object event, EventFuture result, int caller) {
        completion.futureOpened();
        result.enter(context);
        dispatch(context, event, result, caller);
        return result;
    }

    /** @param caller the {@linkplain ForeignThreads#note() note} of the calling thread */
    private void dispatch(Context context, @Nullable Object event, @Nullable EventFuture result, int caller) {
        begin(context, event, result, caller);
        path.enter(context);
    }

    private void begin(Context context, @Nullable Object event, @Nullable EventFuture result, int caller) {
        context.noteThread(caller);
        context.begin(event, result, clock.now());
        if (keepsEvents) {
            context.keepEntered(event);
        }
        if (context.sampled) {
            measure(context);
        }
    }

    /** An event for which there is no memory to measure it runs unmeasured. */
    private void measure(Context context) {
        try {
            context.measure(recorder);
        } catch (OutOfMemoryError noMemory) {
            context.sampled = false;
        }
    }

    Sampling sampling() {
        return sampling;
    }

    synchronized Sampling sampling(UnaryOperator<Sampling> change) {
        Sampling next = change.apply(sampling);
        sample(next);
        sampling = next;
        return next;
    }
}
