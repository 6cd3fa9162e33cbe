package io.concor.engine;

import io.concor.Flow;
import io.concor.JoinSettings;
import io.concor.LeakCheck;
import io.concor.Sampling;
import io.concor.ThreadLocalCarrier;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.definition.FlowLimits;
import io.concor.engine.leak.LeakWatch;
import io.concor.engine.measure.FlowRecorder;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.layout.StopReport;
import io.concor.manage.ChangePlanner;
import io.concor.manage.ChangeRequest;
import io.concor.manage.PlannedChange;
import io.concor.statistics.EventObserver;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.Leaks;
import io.concor.statistics.SampleListener;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** A flow and its engine: puts the parts together, and is what the manager talks to. */
public final class StagedFlow<I, O> implements Flow<I, O> {

    private static final Duration CLOSING_TIME = Duration.ofSeconds(10);

    private final FlowDefinition definition;
    private final AdmissionGate door;
    private final FlowRecorder recorder;
    private final EventCompletion exit;
    private final EventRunner chain;
    private final JoinRegistry joins;
    private final Dispatcher dispatcher;
    private final ChangePlanner planner;
    private final StatisticsReader statistics;
    private final FlowLifecycle lifecycle;

    public StagedFlow(FlowDefinition definition, Map<String, JoinSettings> start, Sampling sampling) {
        this.definition = definition;
        FlowLimits limits = definition.limits();
        CoarseClock clock = new CoarseClock(definition.name(), limits.timeout());
        ContextPool contexts = new ContextPool(limits.maxInFlight());
        this.joins = new JoinRegistry(definition, contexts);
        this.door = new AdmissionGate(contexts);
        this.recorder = new FlowRecorder(definition.size());
        this.exit = new EventCompletion(definition.name(), door, new UnhandledErrors(definition.name()));
        this.chain = new EventRunner(definition, clock, recorder, exit);
        joins.chain(chain);
        TransitionTimeouts rescuers = new TransitionTimeouts(definition.name(), contexts, clock);
        FlowThreads own = new FlowThreads(
                () -> exit.tellsOnThisThread()
                        || joins.own(Thread.currentThread())
                        || rescuers.own(Thread.currentThread()),
                contexts);
        this.dispatcher = new Dispatcher(definition.name(), door, chain, exit, clock, recorder, own, sampling);
        this.statistics = new StatisticsReader(definition, door, exit, chain, joins, recorder);
        this.planner = new ChangePlanner(definition);
        LayoutChanger changer = new LayoutChanger(definition, joins, chain, door, statistics);
        FlowMaintenance sweeper = new FlowMaintenance(definition, rescuers, contexts, joins, clock, statistics);
        this.lifecycle = new FlowLifecycle(definition, door, exit, chain, joins, clock, sweeper, changer);
        lifecycle.begin(start);
    }

    @Override
    public String name() {
        return definition.name();
    }

    @Override
    public void apply(I event) {
        dispatcher.enter(event);
    }

    @Override
    public boolean tryApply(I event) {
        return dispatcher.tryEnter(event);
    }

    @Override
    @SuppressWarnings("unchecked") // the last component gives O
    public CompletableFuture<O> submit(I event) {
        return (CompletableFuture<O>) dispatcher.submit(event);
    }

    @Override
    @SuppressWarnings("unchecked") // the last component gives O
    public CompletableFuture<O> trySubmit(I event) {
        return (CompletableFuture<O>) dispatcher.trySubmit(event);
    }

    @Override
    public void close() {
        lifecycle.close(CLOSING_TIME);
    }

    @Override
    public String toString() {
        return "Flow '%s' (%s)".formatted(name(), state());
    }

    public FlowDefinition definition() {
        return definition;
    }

    public FlowState state() {
        return lifecycle.state();
    }

    public void start() {
        lifecycle.start();
    }

    public StopReport stop(Duration timeAllowed) {
        return lifecycle.stop(timeAllowed);
    }

    public Layout layout() {
        return chain.plan().layout();
    }

    public ChangePlanner planner() {
        return planner;
    }

    public void beginChange(ChangeRequest request) {
        lifecycle.beginChange(request);
    }

    public long make(PlannedChange planned, Duration timeLimit) {
        return lifecycle.make(planned, timeLimit);
    }

    public void endChange() {
        lifecycle.endChange();
    }

    public Sampling sampling() {
        return dispatcher.sampling();
    }

    public Sampling sampling(UnaryOperator<Sampling> change) {
        return dispatcher.sampling(change);
    }

    public void listen(SampleListener listener) {
        recorder.listen(listener);
    }

    public void observe(EventObserver observer) {
        recorder.observe(observer);
    }

    public void carry(ThreadLocalCarrier carrier) {
        chain.carrier(carrier);
    }

    public void carryByDefault(ThreadLocalCarrier carrier) {
        chain.carrierByDefault(carrier);
    }

    public void checkLeaks(LeakCheck check) {
        chain.watch(LeakWatch.of(definition, check));
    }

    public Leaks leaks() {
        return chain.leaks();
    }

    public FlowSummary summary() {
        ContextPool contexts = door.contexts();
        long timedOut = exit.timedOut(); // read once: the difference of the two counts never goes back
        return new FlowSummary(
                name(),
                state(),
                definition.size(),
                chain.plan().layout().version(),
                contexts.held(),
                contexts.size(),
                contexts.completed(),
                exit.erred() + timedOut,
                timedOut,
                door.refused(),
                exit.ignoredContinuations(),
                sampling().enabled());
    }

    public FlowStatistics statistics() {
        List<SlotState> filled =
                slots().stream().filter(slot -> slot.settings() != null).toList();
        return statistics.read(sampling(), filled);
    }

    public List<SlotState> slots() {
        return IntStream.range(0, definition.size()).mapToObj(this::slot).toList();
    }

    public SlotState slot(String slot) {
        return slot(planner.index(slot));
    }

    private SlotState slot(int index) {
        RoutingTable plan = chain.plan();
        Join join = plan.join(index);
        String slot = definition.component(index).name();
        return join == null ? joins.left(index, plan.layout().slots().get(slot)) : join.state(slot);
    }
}
