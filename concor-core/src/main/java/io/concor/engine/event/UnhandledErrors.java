package io.concor.engine.event;

import io.concor.Flow;
import io.concor.engine.definition.FlowDefinition;
import io.concor.text.FailureLog;
import io.concor.text.Sentence;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Logs errors that no catch component handled and no caller awaits: the first at once, then one every ten seconds. */
public final class UnhandledErrors {

    static final String FAILURE = "an event ended with an error that no catch component handled";

    private static final Logger logger = LoggerFactory.getLogger(Flow.class);
    private static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final FlowDefinition flow;
    private final long pauseNanos;
    private final AtomicLong lastLogged;
    private final AtomicLong suppressed = new AtomicLong();

    public UnhandledErrors(FlowDefinition flow) {
        this(flow, PAUSE_NANOS);
    }

    private UnhandledErrors(FlowDefinition flow, long pauseNanos) {
        this.flow = flow;
        this.pauseNanos = pauseNanos;
        this.lastLogged = new AtomicLong(System.nanoTime() - pauseNanos);
    }

    /** Returns what logs one error a minute instead. */
    public static UnhandledErrors everyMinute(FlowDefinition flow) {
        return new UnhandledErrors(flow, TimeUnit.MINUTES.toNanos(1));
    }

    /**
     * An event ended with an error.
     *
     * @param component the index of the component at which the error occurred, or {@link ExecutionSite#NOWHERE}
     */
    public void report(int component, Throwable error) {
        report(component, FAILURE, error);
    }

    /**
     * An event ended with an error.
     *
     * @param component the index of the component at which the error occurred, or {@link ExecutionSite#NOWHERE}
     * @param words say so, if it is logged
     */
    public void report(int component, Throwable error, Supplier<String> words) {
        report(component, words, error);
    }

    /** A transition task has thrown after its continuation had decided the event. */
    void reportLate(int component, Throwable error) {
        report(
                component,
                "a transition task threw after its continuation was called, which leaves the event as it is",
                error);
    }

    /** An action that a transition task registered for the end of an event has thrown. */
    void reportEndAction(int component, Throwable failure) {
        report(component, "an action for the end of an event failed", failure);
    }

    /** The task for dead letters has thrown, or the flow for them has refused one. */
    public void reportLostLetter(int component, Throwable failure) {
        report(component, "a dead letter was lost: what receives dead letters failed", failure);
    }

    /** The store for dead letters has not kept one. */
    public void reportUnkeptLetter(int component, Throwable reason) {
        report(component, "a dead letter was lost: the store for dead letters did not keep it", reason);
    }

    private void report(int component, String what, Throwable error) {
        report(component, () -> what, error);
    }

    private void report(int component, Supplier<String> what, Throwable error) {
        long last = lastLogged.get();
        long now = System.nanoTime();
        if (now - last >= pauseNanos && lastLogged.compareAndSet(last, now)) {
            log(component, what.get(), error);
        } else {
            suppressed.incrementAndGet();
        }
    }

    private void log(int component, String what, Throwable error) {
        long more = suppressed.getAndSet(0);
        FailureLog.log(
                error,
                thrown -> logger.warn(
                        "{}: {}{}",
                        place(component),
                        what,
                        more == 0 ? "" : Sentence.of(" (%d more since the last report)", more),
                        thrown));
    }

    private String place(int component) {
        return component == ExecutionSite.NOWHERE
                ? Sentence.of("Flow '%s'", flow.name())
                : Sentence.of(
                        "Flow '%s', component '%s'",
                        flow.name(), flow.component(component).name());
    }
}
