package io.concor.manage;

import io.concor.Component;
import io.concor.InvalidLayoutException;
import io.concor.MessageCheck;
import io.concor.Sampling;
import io.concor.ThreadLocalCarrier;
import io.concor.engine.FlowReader;
import io.concor.engine.StagedFlow;
import io.concor.layout.FlowInstance;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.Layout;
import io.concor.layout.Placement;
import io.concor.layout.SlotState;
import io.concor.layout.StopReport;
import io.concor.layout.Topology;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import io.concor.statistics.BatchDecision;
import io.concor.statistics.EventObserver;
import io.concor.statistics.FlowHistograms;
import io.concor.statistics.FlowLevels;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowSecond;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.QueueFigures;
import io.concor.statistics.SampleListener;
import io.concor.statistics.WindowSummary;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A flow that a {@link Manager} knows: reads, observes, stops and starts it. {@link Manager#change} changes its layout.
 *
 * <p>Methods that name a slot throw an {@link UnknownNameException} if it does not exist. Stays with its flow: when that
 * is closed and another flow of the same name is registered, {@link Manager#flow} returns another object. Thread-safe.
 */
public final class ManagedFlow {

    private final StagedFlow<?, ?> flow;
    private final FlowReader reader;
    private final ChangeHistory history;
    private final ChangeCoordinator changes;
    private final FlowPresets presets;
    private final ChangePublisher publisher;

    /** @throws InvalidLayoutException if the layout of the flow exceeds a limit */
    ManagedFlow(
            StagedFlow<?, ?> flow,
            PresetStore store,
            ResourceBudget budget,
            int historySize,
            ChangePublisher publisher,
            ChangeClock clock) {
        this.flow = flow;
        this.reader = flow.reader();
        this.publisher = publisher;
        this.history = new ChangeHistory(historySize, layout().version());
        ActivePreset active = new ActivePreset();
        this.changes = new ChangeCoordinator(flow, budget, history, active, publisher, clock);
        this.presets = new FlowPresets(flow, store, changes, active, publisher, clock);
    }

    StagedFlow<?, ?> flow() {
        return flow;
    }

    ChangeCoordinator changes() {
        return changes;
    }

    /** Returns the name of the flow. */
    public String name() {
        return flow.name();
    }

    /** Returns the presets of the flow. Their methods throw a {@link PresetStoreException} if the store fails. */
    public FlowPresets presets() {
        return presets;
    }

    /** Returns the state and the counters of the flow. */
    public FlowSummary summary() {
        return reader.summary();
    }

    /** Returns the components of the flow, its slots and stages. */
    public Topology topology() {
        Layout layout;
        Topology topology;
        do { // until the layout did not change meanwhile, so that all parts belong to one layout
            layout = changes.settledLayout();
            topology = TopologyReader.read(flow, layout, presets.activation(), changes.trial());
        } while (layout() != layout);
        return topology;
    }

    /** Returns the component of a slot. */
    public Component component(String slot) {
        return flow.definition().component(changes.index(slot));
    }

    /** Returns on which nodes the components run, and which run in this process. */
    public Placement placement() {
        return flow.definition().placement();
    }

    /**
     * Returns the processes that share the flow by its remote slots, this one too, in the order in which they began; as far as they
     * are known. Empty if no slot is remote, the flow is stopped, or its store knows no processes.
     */
    public List<FlowInstance> instances() {
        return reader.instances();
    }

    /** Returns the name of the flow that the dead letters of this flow enter, or null if they enter none. */
    public @Nullable String deadLetterFlow() {
        return flow.definition().failures().deadLetterFlow();
    }

    /** Returns throughput, latencies and the load of the joins. */
    public FlowStatistics statistics() {
        return reader.statistics();
    }

    /** Returns the most important figures of the last ten seconds. Faster than {@link #statistics}. */
    public WindowSummary windowSummary() {
        return flow.statistics().summary();
    }

    /** Returns the state of the flow. Faster than {@link #summary}. */
    public FlowState state() {
        return flow.lifecycle().state();
    }

    /** Returns how many events are inside. Faster than {@link #summary}. */
    public long inFlight() {
        return reader.inFlight();
    }

    /** Returns how many events were admitted or refused since the flow was built. Faster than {@link #summary}. */
    public long arrived() {
        return reader.arrived();
    }

    /** Returns where the events are. Faster than {@link #reading}. */
    public FlowLevels levels() {
        return flow.statistics().levels();
    }

    /** Returns the counters and levels, for a reader that compares two readings. */
    public FlowReading reading() {
        return reader.reading();
    }

    /**
     * Returns the last seconds, the oldest first.
     *
     * @param most the largest number of seconds to return; a flow keeps {@link FlowSecond#MOST}
     */
    public List<FlowSecond> seconds(int most) {
        return flow.statistics().seconds(most);
    }

    /** Returns the distributions of the times sampled in the last ten seconds. */
    public FlowHistograms histograms() {
        return flow.statistics().histograms();
    }

    /** Returns which events are sampled. */
    public Sampling sampling() {
        return flow.sampling();
    }

    /** Sets which events are sampled. */
    public void sampling(Sampling sampling) {
        flow.sampling(present -> sampling);
    }

    /** Derives the sampling from the present one, atomically. Returns the new sampling. */
    public Sampling sampling(UnaryOperator<Sampling> change) {
        return flow.sampling(change);
    }

    /** Sets the listener for samples; {@link SampleListener#NONE} for none. */
    public void listen(SampleListener listener) {
        flow.recorder().listen(listener);
    }

    /** Sets the observer of sampled events; {@link EventObserver#NONE} for none. */
    public void observe(EventObserver observer) {
        flow.recorder().observe(observer);
    }

    /** Sets what carries thread-locals with events; {@link ThreadLocalCarrier#NONE} for none. */
    public void carry(ThreadLocalCarrier carrier) {
        flow.carry(carrier);
    }

    /** Like {@link #carry}, unless the builder of the flow or {@link #carry} has set a carrier. */
    public void carryByDefault(ThreadLocalCarrier carrier) {
        flow.carryByDefault(carrier);
    }

    /** Replaces what checks the messages of the flow. Not for production. */
    public void check(MessageCheck.Factory check) {
        flow.check(check);
    }

    /** Returns what checks the messages of the flow; {@link MessageCheck#NONE} if nothing does. */
    public MessageCheck messageCheck() {
        return flow.messageCheck();
    }

    /** Returns the present layout. */
    public Layout layout() {
        return reader.layout();
    }

    /** Returns the states of all slots, empty ones too, in the order of the components. */
    public List<SlotState> slots() {
        return reader.slots();
    }

    /** Returns the state of a slot. */
    public SlotState slot(String slot) {
        return reader.slot(changes.index(slot));
    }

    /**
     * Returns what is known of the queue in which the events of a slot wait, without asking its store; null if they wait in
     * memory, or the flow is stopped.
     */
    public @Nullable QueueFigures queue(String slot) {
        return reader.queue(changes.index(slot));
    }

    /** Returns the last decisions about the size of batches in a slot with a target, the newest first. */
    public List<BatchDecision> batchDecisions(String slot) {
        return reader.batchDecisions(changes.index(slot));
    }

    /** Returns the warnings of all advisors about the present layout. */
    public List<String> warnings() {
        return publisher.warnings(flow, layout());
    }

    /**
     * Returns the requested changes, except dry runs, newest first.
     *
     * @param most the largest number of entries to return
     * @throws IllegalArgumentException if it is negative
     */
    public List<ChangeEntry> history(int most) {
        return history.newest(most);
    }

    /**
     * Starts the stopped flow. Does nothing if it runs.
     *
     * @throws IllegalStateException if it was closed, or a thread has not returned from a task since the stop
     */
    public void start() {
        flow.lifecycle().start();
    }

    /**
     * Stops the flow: accepts no more events, lets those inside finish, and ends the others with an error.
     *
     * @param timeAllowed how long the events inside may take; zero or less ends them at once
     */
    public StopReport stop(Duration timeAllowed) {
        return stop(timeAllowed, Thread.currentThread());
    }

    /**
     * Stops the flow for another thread that waits until it has stopped. If that thread is in a task of the flow, the stop
     * does not wait for its event, as it does not for that of a task that calls {@link #stop(Duration)}.
     *
     * @param timeAllowed how long the events inside may take; zero or less ends them at once
     * @param waiting the thread that waits
     */
    public StopReport stop(Duration timeAllowed, Thread waiting) {
        return flow.lifecycle().stop(timeAllowed, waiting);
    }

    /**
     * Lets the JVM exit while the flow runs. Without this call a flow with threads keeps the JVM alive until it is stopped.
     * For callers that stop the flow when the JVM shuts down, so that the events inside finish.
     */
    public void letJvmExit() {
        flow.lifecycle().letJvmExit();
    }
}
