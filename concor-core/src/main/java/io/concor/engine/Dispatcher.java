package io.concor.engine;

import io.concor.RefusedException;
import io.concor.RefusedException.Reason;
import io.concor.Sampling;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.measure.Sampler;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The entry of a flow: takes an event, wraps it in a context, sends it on. */
final class Dispatcher {

    private final String flow;
    private final AdmissionGate door;
    private final EventRunner chain;
    private final EventCompletion exit;
    private final CoarseClock clock;
    private final FlowRecorder recorder;
    private final FlowThreads own;

    private volatile Sampling sampling;

    Dispatcher(
            String flow,
            AdmissionGate door,
            EventRunner chain,
            EventCompletion exit,
            CoarseClock clock,
            FlowRecorder recorder,
            FlowThreads own,
            Sampling sampling) {
        this.flow = flow;
        this.door = door;
        this.chain = chain;
        this.exit = exit;
        this.clock = clock;
        this.recorder = recorder;
        this.own = own;
        this.sampling = sampling;
        door.contexts().sample(Sampler.of(sampling));
    }

    void enter(@Nullable Object event) {
        Context context = door.enter(own);
        if (context == null) {
            throw new RefusedException(flow, reason());
        }
        dispatch(context, event, null);
    }

    boolean tryEnter(@Nullable Object event) {
        Context context = door.tryEnter();
        if (context == null) {
            return false;
        }
        dispatch(context, event, null);
        return true;
    }

    CompletableFuture<?> submit(@Nullable Object event) {
        CompletableFuture<Object> result = new CompletableFuture<>();
        Context context = door.enter(own);
        return context == null ? refused(reason()) : admit(context, event, result);
    }

    CompletableFuture<?> trySubmit(@Nullable Object event) {
        CompletableFuture<Object> result = new CompletableFuture<>();
        Context context = door.tryEnter();
        return context == null ? refused(reasonAtOnce()) : admit(context, event, result);
    }

    private CompletableFuture<?> refused(Reason reason) {
        return CompletableFuture.failedFuture(new RefusedException(flow, reason));
    }

    /** Announced while it is inside: a stop that finds nobody inside any more finds what is untold. */
    private CompletableFuture<?> admit(Context context, @Nullable Object event, CompletableFuture<Object> result) {
        exit.announce();
        dispatch(context, event, result);
        return result;
    }

    private void dispatch(Context context, @Nullable Object event, @Nullable CompletableFuture<Object> result) {
        context.begin(event, result, clock.now());
        if (context.sampled) {
            measure(context);
        }
        chain.enter(context);
    }

    /** Where there is no memory to measure an event, it goes its way unmeasured. */
    private void measure(Context context) {
        try {
            context.measure(recorder);
        } catch (OutOfMemoryError noMemory) {
            context.sampled = false;
        }
    }

    private Reason reason() {
        if (door.closed()) {
            return Reason.STOPPED;
        }
        return own.working() || own.carrying() ? Reason.OWN_THREAD : Reason.INTERRUPTED;
    }

    private Reason reasonAtOnce() {
        return door.closed() ? Reason.STOPPED : Reason.FULL;
    }

    Sampling sampling() {
        return sampling;
    }

    synchronized Sampling sampling(UnaryOperator<Sampling> change) {
        Sampling next = change.apply(sampling);
        door.contexts().sample(Sampler.of(next));
        sampling = next;
        return next;
    }
}
