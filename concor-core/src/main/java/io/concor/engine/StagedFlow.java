package io.concor.engine;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.LeakCheck;
import io.concor.Sampling;
import io.concor.ThreadLocalCarrier;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.leak.LeakWatch;
import io.concor.engine.measure.FlowRecorder;
import io.concor.engine.measure.StatisticsCollector;
import io.concor.statistics.Leaks;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/** A flow: assembles the engine, and gives the manager the parts by which a flow is run, read and observed. */
public final class StagedFlow<I, O> implements Flow<I, O> {

    private static final Duration CLOSING_TIME = Duration.ofSeconds(10);

    private final FlowDefinition definition;
    private final Dispatcher dispatcher;
    private final EventRunner runner;
    private final FlowRecorder recorder;
    private final FlowLifecycle lifecycle;
    private final FlowReader reader;

    /** Starts a flow with its first layout. */
    public StagedFlow(FlowDefinition definition, Map<String, JoinSettings> slots, Sampling sampling) {
        String name = definition.name();
        CoarseClock clock = new CoarseClock(name, definition.limits().timeout());
        ContextPool contexts = new ContextPool(definition.limits().maxInFlight());
        AdmissionGate gate = new AdmissionGate(name, definition.limits().timeout(), contexts);
        EventCompletion completion = new EventCompletion(name, gate, new UnhandledErrors(name));
        JoinRegistry registry = new JoinRegistry(definition, contexts);
        TransitionTimeouts timeouts = new TransitionTimeouts(name, contexts, clock);
        BooleanSupplier ownThread = () -> isOwn(Thread.currentThread(), completion, registry, timeouts);
        FlowLock lock = new FlowLock(name);

        this.definition = definition;
        this.recorder = new FlowRecorder(definition.size());
        this.runner = new EventRunner(definition, clock, recorder, completion);
        registry.runner(runner);
        this.dispatcher = new Dispatcher(name, gate, runner, completion, clock, recorder, ownThread, sampling);

        FlowReader.Counters counters = new FlowReader.Counters(gate, completion, runner, registry);
        StatisticsCollector statistics = new StatisticsCollector(definition, counters, recorder);
        FlowMaintenance maintenance = new FlowMaintenance(definition, timeouts, contexts, registry, clock, statistics);
        OrderlyStop stop = new OrderlyStop(definition, contexts, completion, runner, registry, clock, maintenance);
        LayoutChanger changer = new LayoutChanger(definition, lock, registry, runner, gate, statistics);
        this.lifecycle = new FlowLifecycle(definition, lock, gate, runner, registry, clock, maintenance, changer, stop);
        this.reader = new FlowReader(definition, dispatcher, lifecycle, counters, statistics);
        lifecycle.begin(slots);
    }

    private static boolean isOwn(
            Thread thread, EventCompletion completion, JoinRegistry registry, TransitionTimeouts timeouts) {
        return completion.isCompletingOnThisThread() || registry.owns(thread) || timeouts.owns(thread);
    }

    @Override
    public String name() {
        return definition.name();
    }

    @Override
    public void apply(I event) {
        dispatcher.apply(event);
    }

    @Override
    public boolean tryApply(I event) {
        return dispatcher.tryApply(event);
    }

    @Override
    @SuppressWarnings("unchecked") // the last component returns O
    public CompletableFuture<O> submit(I event) {
        return (CompletableFuture<O>) dispatcher.submit(event);
    }

    @Override
    @SuppressWarnings("unchecked") // the last component returns O
    public CompletableFuture<O> trySubmit(I event) {
        return (CompletableFuture<O>) dispatcher.trySubmit(event);
    }

    @Override
    public void close() {
        lifecycle.close(CLOSING_TIME);
    }

    @Override
    public String toString() {
        return "Flow '%s' (%s)".formatted(name(), lifecycle.state());
    }

    public FlowDefinition definition() {
        return definition;
    }

    /** Starts, stops and changes the flow. */
    public FlowLifecycle lifecycle() {
        return lifecycle;
    }

    /** Reads the flow. */
    public FlowReader reader() {
        return reader;
    }

    /** Takes listeners and observers of samples. */
    public FlowRecorder recorder() {
        return recorder;
    }

    /** Returns the memory that a ring of this flow takes, in bytes. */
    public long ringBytes() {
        return Ring.bytes(definition.limits().maxInFlight());
    }

    public Sampling sampling() {
        return dispatcher.sampling();
    }

    /** Changes how many events are sampled. Returns the new sampling. */
    public Sampling sampling(UnaryOperator<Sampling> change) {
        return dispatcher.sampling(change);
    }

    /** Carries thread-locals with events from now on. */
    public void carry(ThreadLocalCarrier carrier) {
        runner.carry(carrier);
    }

    /** Carries thread-locals with events from now on, unless {@link #carry} was called. */
    public void carryByDefault(ThreadLocalCarrier carrier) {
        runner.carryByDefault(carrier);
    }

    /** Watches messages for leaked references from now on, or stops watching. */
    public void checkLeaks(LeakCheck check) {
        runner.watchLeaks(LeakWatch.of(definition, check));
    }

    /** Returns the leaks found so far. */
    public Leaks leaks() {
        return runner.leaks();
    }
}
