package io.concor.manage;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.MessageCheck;
import io.concor.Sampling;
import io.concor.ThreadLocalCarrier;
import io.concor.engine.StagedFlow;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.layout.StopReport;
import io.concor.layout.Topology;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import io.concor.statistics.BatchDecision;
import io.concor.statistics.EventObserver;
import io.concor.statistics.FlowHistograms;
import io.concor.statistics.FlowLevels;
import io.concor.statistics.FlowReading;
import io.concor.statistics.FlowSecond;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.SampleListener;
import io.concor.statistics.WindowSummary;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads, changes, stops and starts the registered flows. Changes of the same flow run one at a time.
 *
 * <p>Methods that name a flow, slot or preset throw an {@link UnknownNameException} if it does not exist. Methods that
 * access presets throw a {@link PresetStoreException} if the store fails. Thread-safe.
 */
public final class Manager {

    /** The largest number of entries in the history of a flow. */
    public static final int LARGEST_HISTORY_SIZE = 100_000;

    static final int DEFAULT_HISTORY_SIZE = 1000;

    private final ManagedFlows flows;
    private final ChangePublisher publisher = new ChangePublisher();

    /** Creates a manager that keeps presets in memory and sets no limits. */
    public Manager() {
        this(PresetStore.inMemory());
    }

    /** Creates a manager that keeps presets in a store and sets no limits. */
    public Manager(PresetStore presets) {
        this(presets, ResourceLimits.NONE, DEFAULT_HISTORY_SIZE);
    }

    /**
     * Creates a manager.
     *
     * @param limits what the layouts of all flows may use together
     * @param historySize the number of history entries per flow, 0 to 100,000: as many for changes as for requests
     *     that changed nothing
     * @throws InvalidSettingException if the size is out of bounds
     */
    public Manager(PresetStore presets, ResourceLimits limits, int historySize) {
        this(presets, limits, historySize, ChangeClock.SYSTEM);
    }

    Manager(PresetStore presets, ResourceLimits limits, int historySize, ChangeClock clock) {
        this.flows = new ManagedFlows(presets, limits, historySize, publisher, clock);
    }

    /**
     * Registers a flow built by {@link Flows}, and forgets closed flows.
     *
     * @throws InvalidFlowException if another flow has the same name or shares a single-threaded task with this one, or
     *     if the flow was not built by {@link Flows}
     * @throws InvalidLayoutException if its layout exceeds a limit
     */
    public void register(Flow<?, ?> flow) {
        flows.register(flow);
    }

    /** Forgets closed flows, as {@link #register} does. */
    public void forgetClosed() {
        flows.forgetClosed();
    }

    /** Whether a manager can register a flow: one built by {@link Flows}, not a stub or a wrapper. */
    public static boolean supports(Flow<?, ?> flow) {
        return flow instanceof StagedFlow;
    }

    /** Returns the names of the flows, sorted. */
    public List<String> names() {
        return flows.names();
    }

    /** Returns the summaries of all flows, sorted by name. */
    public List<FlowSummary> summaries() {
        return flows.all().map(flow -> flow.reader().summary()).toList();
    }

    /**
     * Returns what a function reads about each flow, sorted by name. Leaves out flows that are removed meanwhile.
     *
     * @param reader reads a flow by its name
     */
    public <T> List<T> each(Function<String, T> reader) {
        return flows.each(reader).toList();
    }

    /** Returns the state and the counters of a flow. */
    public FlowSummary summary(String flow) {
        return flow(flow).reader().summary();
    }

    /** Returns the components of a flow, its slots and stages. */
    public Topology topology(String flow) {
        return flows.get(flow).topology();
    }

    /** Returns throughput, latencies and the load of the joins of a flow. */
    public FlowStatistics statistics(String flow) {
        return flow(flow).reader().statistics();
    }

    /** Returns the most important figures of a flow of the last ten seconds. Faster than {@link #statistics}. */
    public WindowSummary windowSummary(String flow) {
        return flow(flow).reader().windowSummary();
    }

    /** Returns the state of a flow. Faster than {@link #summary}. */
    public FlowState state(String flow) {
        return flow(flow).lifecycle().state();
    }

    /** Returns how many events are inside a flow. Faster than {@link #summary}. */
    public long inFlight(String flow) {
        return flow(flow).reader().inFlight();
    }

    /** Returns how many events a flow has admitted or refused since it was built. Faster than {@link #summary}. */
    public long arrived(String flow) {
        return flow(flow).reader().arrived();
    }

    /** Returns where the events of a flow are. Faster than {@link #reading}. */
    public FlowLevels levels(String flow) {
        return flow(flow).reader().levels();
    }

    /** Returns the counters and levels of a flow, for a reader that compares two readings. */
    public FlowReading reading(String flow) {
        return flow(flow).reader().reading();
    }

    /**
     * Returns the last seconds of a flow, the oldest first.
     *
     * @param most the largest number of seconds to return; a flow keeps {@link FlowSecond#MOST}
     */
    public List<FlowSecond> seconds(String flow, int most) {
        return flow(flow).reader().seconds(most);
    }

    /** Returns the distributions of the times sampled in the last ten seconds. */
    public FlowHistograms histograms(String flow) {
        return flow(flow).reader().histograms();
    }

    /** Returns which events of a flow are sampled. */
    public Sampling sampling(String flow) {
        return flow(flow).sampling();
    }

    /** Sets which events of a flow are sampled. */
    public void sampling(String flow, Sampling sampling) {
        flow(flow).sampling(present -> sampling);
    }

    /** Derives the sampling of a flow from the present one, atomically. Returns the new sampling. */
    public Sampling sampling(String flow, UnaryOperator<Sampling> change) {
        return flow(flow).sampling(change);
    }

    /** Sets the listener for the samples of a flow; {@link SampleListener#NONE} for none. */
    public void listen(String flow, SampleListener listener) {
        flow(flow).recorder().listen(listener);
    }

    /** Sets the observer of the sampled events of a flow; {@link EventObserver#NONE} for none. */
    public void observe(String flow, EventObserver observer) {
        flow(flow).recorder().observe(observer);
    }

    /** Sets what carries thread-locals with the events of a flow; {@link ThreadLocalCarrier#NONE} for none. */
    public void carry(String flow, ThreadLocalCarrier carrier) {
        flow(flow).carry(carrier);
    }

    /** Like {@link #carry}, unless the builder of the flow or {@link #carry} has set a carrier. */
    public void carryByDefault(String flow, ThreadLocalCarrier carrier) {
        flow(flow).carryByDefault(carrier);
    }

    /** Replaces what checks the messages of a flow. Not for production. */
    public void check(String flow, MessageCheck.Factory check) {
        flow(flow).check(check);
    }

    /** Returns what checks the messages of a flow; {@link MessageCheck#NONE} if nothing does. */
    public MessageCheck messageCheck(String flow) {
        return flow(flow).messageCheck();
    }

    /** Adds a listener for changes of layouts and presets. */
    public void listen(ChangeListener listener) {
        publisher.add(listener);
    }

    /** Returns the present layout of a flow. */
    public Layout layout(String flow) {
        return flow(flow).reader().layout();
    }

    /** Returns the states of all slots of a flow, empty ones too, in the order of the components. */
    public List<SlotState> slots(String flow) {
        return flow(flow).reader().slots();
    }

    /** Returns the state of a slot. */
    public SlotState slot(String flow, String slot) {
        return flows.get(flow).slot(slot);
    }

    /** Returns the last decisions about the size of batches in a slot with a target, the newest first. */
    public List<BatchDecision> batchDecisions(String flow, String slot) {
        return flows.get(flow).batchDecisions(slot);
    }

    /** Adds an advisor, whose warnings appear in the log and in the results of changes. */
    public void advise(LayoutAdvisor advisor) {
        publisher.add(advisor);
    }

    /**
     * Returns every rule and limit that a change of slots would break at present; none if it is allowed. Changes nothing, and
     * asks no advisor.
     *
     * @throws UnknownNameException if there is no such flow or slot
     */
    public List<InvalidLayoutException.Violation> violations(ChangeRequest request) {
        return flows.get(request.flow()).changes().violations(request);
    }

    /** Returns the warnings of all advisors about the present layout of a flow. */
    public List<String> warnings(String flow) {
        return publisher.warnings(flow(flow), layout(flow));
    }

    /**
     * Returns the requested changes of a flow, except dry runs, newest first.
     *
     * @param most the largest number of entries to return
     * @throws IllegalArgumentException if it is negative
     */
    public List<ChangeEntry> history(String flow, int most) {
        return flows.get(flow).changes().newest(most);
    }

    /**
     * Changes the content of slots, as a whole or not at all. No event is lost, repeated or wrongly interleaved.
     *
     * <p>A trial of the {@linkplain ChangeOrigin.Source#AUTOPILOT autopilot} ends for a change of any other source, which
     * is applied to the layout before the trial, in one change. For such a source, changes of the autopilot since the
     * expected version are no conflict. The autopilot itself must make its changes on trial.
     *
     * @throws InvalidSettingException if the autopilot requests a change without {@code revertAfter}
     * @throws VersionConflictException if the layout does not have the expected version
     * @throws InvalidLayoutException if the new layout would break a rule or exceed a limit
     * @throws ChangeNotPossibleException if the change is not possible at present
     */
    public ChangeResult change(ChangeRequest request) {
        return changes(request).change(request, basis -> request);
    }

    /**
     * {@linkplain #change Changes} one slot, deriving its settings from the present ones; during a trial that the change
     * ends, from those before the trial.
     *
     * @param options the flow and the options of the change; slots are ignored
     * @param change returns the new settings; empty for no join. Called at once, and again when no other change runs. It
     *     must not change the flow
     */
    public ChangeResult changeSlot(ChangeRequest options, String slot, UnaryOperator<Optional<JoinSettings>> change) {
        return changes(options).change(options, basis -> options.forSlot(slot, change, basis));
    }

    /**
     * Keeps the changes on trial. The autopilot can only confirm its own trial.
     *
     * @param options the flow and the options of the confirmation; slots and {@code revertAfter} are ignored
     * @throws VersionConflictException if the layout does not have the expected version
     * @throws ChangeNotPossibleException if no change is on trial
     */
    public ChangeResult confirm(ChangeRequest options) {
        return changes(options).confirm(options);
    }

    /**
     * Reverts the last change; called again, the one before. During a trial, reverts all changes on trial at once. An
     * undo that expects an earlier version, after which only the autopilot made changes, reverts these and the change
     * that led to that version. The autopilot can only undo its own trial.
     *
     * @param options the flow and the options of the change; slots and {@code revertAfter} are ignored
     * @throws VersionConflictException if the layout does not have the expected version
     * @throws InvalidLayoutException if the earlier layout would now exceed a limit
     * @throws ChangeNotPossibleException if no change is left to undo, or the change is not possible at present
     */
    public ChangeResult undo(ChangeRequest options) {
        return changes(options).undo(options);
    }

    /** Returns the names of the presets of a flow, sorted. */
    public List<String> presets(String flow) {
        return presetsOf(flow).names();
    }

    /** Returns a preset. */
    public Preset preset(String flow, String preset) {
        return presetsOf(flow).find(preset);
    }

    /** Returns an earlier version of a preset; see {@link #presetVersions}. */
    public Preset preset(String flow, String preset, long number) {
        return presetsOf(flow).find(preset, number);
    }

    /** Returns the versions of a preset that the store keeps, newest first; empty if there is no such preset. */
    public List<Preset.Version> presetVersions(String flow, String preset) {
        return presetsOf(flow).versions(preset);
    }

    /** Returns the preset that was saved or applied last, as it was then. */
    public Optional<Preset> activePreset(String flow) {
        return Optional.ofNullable(presetsOf(flow).active().get()).map(ActivePreset.Activation::preset);
    }

    /** {@linkplain #savePreset(String, String, String, ChangeOrigin) Saves a preset} on behalf of the application. */
    public Preset.Saved savePreset(String flow, String preset, @Nullable String reason) {
        return savePreset(flow, preset, reason, ChangeOrigin.JAVA);
    }

    /**
     * Saves the present layout of a flow as a preset, which becomes the active one. Replaces a preset of the same name.
     *
     * @param reason why, or null
     * @throws InvalidSettingException if the name is not allowed, is {@link Preset#NONE}, or differs from another one only in
     *     case
     */
    public Preset.Saved savePreset(String flow, String preset, @Nullable String reason, ChangeOrigin origin) {
        return flows.get(flow).save(preset, reason, origin);
    }

    /**
     * {@linkplain #change Changes} the layout of a flow to a stored preset, which becomes the active one.
     *
     * @param options the options of the change; flow and slots are ignored
     */
    public ChangeResult applyPreset(String flow, String preset, ChangeRequest options) {
        return applyPreset(preset(flow, preset), options);
    }

    /** {@linkplain #applyPreset(String, String, ChangeRequest) Applies} a preset that was read before. */
    public ChangeResult applyPreset(Preset preset, ChangeRequest options) {
        return flows.get(preset.flow()).changes().apply(preset, preset, options);
    }

    /**
     * {@linkplain #applyPreset(Preset, ChangeRequest) Applies} a preset without the slots that its flow does not have.
     * If there are any, the layout counts as drifted.
     */
    public ChangeResult applyKnownSlots(Preset preset, ChangeRequest options) {
        return flows.get(preset.flow()).applyKnownSlots(preset, options);
    }

    /** {@linkplain #deletePreset(String, String, String, ChangeOrigin) Deletes a preset} on behalf of the application. */
    public void deletePreset(String flow, String preset) {
        deletePreset(flow, preset, null, ChangeOrigin.JAVA);
    }

    /**
     * Deletes a preset. The layout stays as it is.
     *
     * @param reason why, or null
     */
    public void deletePreset(String flow, String preset, @Nullable String reason, ChangeOrigin origin) {
        presetsOf(flow).delete(preset, reason, origin);
    }

    /**
     * Starts a stopped flow. Does nothing if it runs.
     *
     * @throws IllegalStateException if it was closed, or a thread has not returned from a task since the stop
     */
    public void start(String flow) {
        flow(flow).lifecycle().start();
    }

    /**
     * Stops a flow: accepts no more events, lets those inside finish, and ends the others with an error.
     *
     * @param timeAllowed how long the events inside may take; zero or less ends them at once
     */
    public StopReport stop(String flow, Duration timeAllowed) {
        return flow(flow).lifecycle().stop(timeAllowed);
    }

    /**
     * Stops a flow for another thread that waits until it has stopped. If that thread is in a task of the flow, the stop does
     * not wait for its event, as it does not for that of a task that calls {@link #stop(String, Duration)}.
     *
     * @param timeAllowed how long the events inside may take; zero or less ends them at once
     * @param waiting the thread that waits
     */
    public StopReport stop(String flow, Duration timeAllowed, Thread waiting) {
        return flow(flow).lifecycle().stop(timeAllowed, waiting);
    }

    /**
     * Lets the JVM exit while a flow runs. Without this call a flow with threads keeps the JVM alive until it is stopped.
     * For callers that stop the flow when the JVM shuts down, so that the events inside finish.
     */
    public void letJvmExit(String flow) {
        flow(flow).lifecycle().letJvmExit();
    }

    private StagedFlow<?, ?> flow(String name) {
        return flows.get(name).flow();
    }

    private ChangeCoordinator changes(ChangeRequest request) {
        return flows.get(request.flow()).changes();
    }

    private FlowPresets presetsOf(String flow) {
        return flows.get(flow).presets();
    }
}
