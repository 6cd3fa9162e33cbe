package io.concor.test;

import io.concor.Flow;
import io.concor.Sampling;
import io.concor.layout.FlowSummary;
import io.concor.layout.Topology;
import io.concor.leak.Leaks;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import io.concor.statistics.EventObserver;
import io.concor.statistics.FlowStatistics;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.assertj.core.api.AssertProvider;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

/**
 * Tests a running flow: observes its events, waits until it is idle, and advances the clock that measures the age of
 * events. Assertions count from the creation of the tester, so that tests that share a flow create one each:
 *
 * <pre>{@code
 * FlowTester tester = FlowTester.of(flow);
 * flow.apply("World");
 * tester.awaitIdle();
 * assertThat(tester).hasCompleted(1).component("greeter").hasHandled(1);
 * }</pre>
 *
 * <p>A tester has every event of its flow measured, and replaces the flow's
 * {@linkplain ManagedFlow#observe observer}: a second tester takes the place of the first, and a flow under test is not
 * traced. The clock and the joins are the flow's: what a tester changes stays changed for the next one, unless
 * {@link #close} takes it back.
 *
 * <p>Thread-safe.
 */
public final class FlowTester implements AssertProvider<FlowAssert>, AutoCloseable {

    private static final Sampling EVERY_EVENT = new Sampling(true, 1, 1);
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration POLL = Duration.ofMillis(2);

    private final EngineAccess engine;
    private final ManagedFlow flow;
    private final ComponentObserver observer;
    private final FlowSummary before;
    private final Sampling sampling;

    private FlowTester(Flow<?, ?> flow) {
        this.engine = EngineAccess.to(flow);
        Manager manager = new Manager();
        manager.register(flow);
        this.flow = manager.flow(flow.name());
        this.observer = new ComponentObserver(this.flow.topology().components());
        this.before = this.flow.summary();
        this.sampling = this.flow.sampling();
        this.flow.observe(observer);
        this.flow.sampling(EVERY_EVENT);
    }

    /**
     * Creates a tester that observes the events that enter from now on.
     *
     * @param flow a flow built by {@link io.concor.Flows}, in Java or from a configuration; not a proxy of one
     * @throws io.concor.InvalidFlowException if it is another implementation
     */
    public static FlowTester of(Flow<?, ?> flow) {
        return new FlowTester(flow);
    }

    /**
     * Takes out all joins, so that events run on the threads that enter them; after a transition task, on the threads
     * that call its continuation. The rules for layouts do not apply: the test must keep two events from running a
     * single-threaded task at the same time, for example by waiting for the result of each.
     *
     * @return this tester
     * @throws io.concor.layout.ChangeNotPossibleException if the flow does not run, or a task does not return
     */
    public FlowTester withoutJoins() {
        engine.removeJoins();
        return this;
    }

    /**
     * Waits up to 10 seconds until no event is inside.
     *
     * @return this tester
     * @throws AssertionError if events are still inside; says where they wait
     */
    public FlowTester awaitIdle() {
        return awaitIdle(PATIENCE);
    }

    /** Like {@link #awaitIdle()}, with another time limit. */
    public FlowTester awaitIdle(Duration limit) {
        try {
            Awaitility.await()
                    .pollDelay(Duration.ZERO)
                    .pollInterval(POLL)
                    .atMost(limit)
                    .until(() -> summary().inFlight() == 0);
        } catch (ConditionTimeoutException stillBusy) {
            assertThat().isIdle();
        }
        return this;
    }

    /** Stops the clock that measures the age of events: none times out until {@link #advanceClock}. */
    public FlowTester stopClock() {
        engine.advanceClock(Duration.ZERO, true);
        return this;
    }

    /**
     * Makes all events inside older by this time, at once, and leaves the clock stopped. Events older than the flow's
     * timeout then end with an {@link io.concor.EventTimeoutException}, on another thread and within a second; an event
     * whose task runs ends when the task returns. The waiting for admission is not affected.
     *
     * @param time not negative
     * @return this tester
     */
    public FlowTester advanceClock(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "The clock of flow '%s' cannot be set back: advance it by zero or more, not by %s",
                    flow.name(),
                    time));
        }
        engine.advanceClock(time, true);
        return this;
    }

    /** Lets a stopped clock run on from where it is. */
    public FlowTester resumeClock() {
        engine.advanceClock(Duration.ZERO, false);
        return this;
    }

    /**
     * Ends the observation, lets the clock run, and puts back the sampling and the joins. Needed only if other tests use
     * the same flow and depend on them.
     */
    @Override
    public void close() {
        flow.observe(EventObserver.NONE);
        flow.sampling(sampling);
        engine.advanceClock(Duration.ZERO, false);
        engine.restoreJoins();
    }

    /** Returns the statistics of the flow since it was built, with a sample of each event since this tester exists. */
    public FlowStatistics statistics() {
        return flow.statistics();
    }

    /** Returns the components, slots and stages of the flow. */
    public Topology topology() {
        return flow.topology();
    }

    /** Returns assertions about the flow; call AssertJ's {@code assertThat(tester)} instead. */
    @Override
    public FlowAssert assertThat() {
        return new FlowAssert(this);
    }

    /** Returns the state and the counters of the flow since it was built. */
    FlowSummary summary() {
        return flow.summary();
    }

    /** Returns the state and the counters of the flow when this tester was created. */
    FlowSummary before() {
        return before;
    }

    Leaks leaks() {
        return Leaks.of(flow.messageCheck());
    }

    /** Returns the tasks observed so far, in the order of the components. */
    List<ComponentEvents> components() {
        return observer.components();
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "Flow '%s'", flow.name());
    }
}
