package io.concor.manage;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.LeakCheck;
import io.concor.Sampling;
import io.concor.ThreadLocalCarrier;
import io.concor.engine.StagedFlow;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.FlowSummary;
import io.concor.layout.Layout;
import io.concor.layout.SlotState;
import io.concor.layout.StopReport;
import io.concor.layout.Topology;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import io.concor.statistics.EventObserver;
import io.concor.statistics.FlowStatistics;
import io.concor.statistics.Leaks;
import io.concor.statistics.SampleListener;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Knows every flow: the one door for reading topology and statistics and for changing layouts. Thread-safe; of the
 * changes asked for one flow at a time, one is made after the other. Where a flow is named that is not known, an
 * {@link UnknownNameException} is thrown.
 */
public final class Manager {

    /** How many entries the history of a flow has where nothing is said. */
    public static final int DEFAULT_HISTORY_SIZE = 1000;
    /** How many entries the history of a flow may have at most. */
    public static final int LARGEST_HISTORY_SIZE = 100_000;

    private final ManagedFlows flows;
    private final LayoutAdvisors advisors = new LayoutAdvisors();
    private final ChangePublisher publisher = new ChangePublisher(advisors);

    /** A manager that keeps presets in memory. */
    public Manager() {
        this(PresetStore.inMemory());
    }

    /**
     * A manager without limits.
     *
     * @param presets where presets are kept
     */
    public Manager(PresetStore presets) {
        this(presets, ResourceLimits.NONE, DEFAULT_HISTORY_SIZE);
    }

    /**
     * A manager.
     *
     * @param presets where presets are kept
     * @param limits what the layouts of all flows may take
     * @param historySize how many made and how many refused changes are kept of each flow, 0 to 100000
     * @throws InvalidSettingException when the size is out of its bounds
     */
    public Manager(PresetStore presets, ResourceLimits limits, int historySize) {
        this(presets, limits, historySize, ChangeClock.SYSTEM);
    }

    Manager(PresetStore presets, ResourceLimits limits, int historySize, ChangeClock clock) {
        this.flows = new ManagedFlows(presets, limits, historySize, publisher, clock);
    }

    /**
     * Makes a flow known, and forgets those that were closed for good.
     *
     * @param flow a flow made by {@link Flows}
     * @throws InvalidFlowException when another flow has its name, or one of its single-threaded tasks stands in
     *     another flow as well
     * @throws InvalidLayoutException when its layout exceeds a limit
     */
    public void register(Flow<?, ?> flow) {
        flows.register(flow);
    }

    /**
     * Whether a manager can register a flow: one built by {@link Flows}, not a test's stub or a wrapper.
     *
     * @param flow a flow
     */
    public static boolean supports(Flow<?, ?> flow) {
        return flow instanceof StagedFlow;
    }

    /** The names of the flows, sorted. */
    public List<String> names() {
        return flows.names();
    }

    /** Every flow at a glance, sorted by name. */
    public List<FlowSummary> summaries() {
        return flows.all().map(flow -> flow.reader().summary()).toList();
    }

    /** A flow at a glance. */
    public FlowSummary summary(String flow) {
        return flow(flow).reader().summary();
    }

    /** A flow's components and how they are served. */
    public Topology topology(String flow) {
        return flows.get(flow).topology();
    }

    /** Where time goes in a flow. */
    public FlowStatistics statistics(String flow) {
        return flow(flow).reader().statistics();
    }

    /** How many events of a flow are measured. */
    public Sampling sampling(String flow) {
        return flow(flow).sampling();
    }

    /** Says how many events of a flow are measured from now on. */
    public void sampling(String flow, Sampling sampling) {
        flow(flow).sampling(present -> sampling);
    }

    /** The same, made of how many are measured at present, which nobody else changes meanwhile; returns how many. */
    public Sampling sampling(String flow, UnaryOperator<Sampling> change) {
        return flow(flow).sampling(change);
    }

    /**
     * Lets somebody hear each measurement of a flow, in place of who heard them before.
     *
     * @param listener who hears them; {@link SampleListener#NONE} for nobody
     */
    public void listen(String flow, SampleListener listener) {
        flow(flow).recorder().listen(listener);
    }

    /**
     * Lets somebody follow the sampled events of a flow one by one, in place of who followed them before.
     *
     * @param observer who follows them; {@link EventObserver#NONE} for nobody
     */
    public void observe(String flow, EventObserver observer) {
        flow(flow).recorder().observe(observer);
    }

    /**
     * Lets thread-locals travel with the events of a flow from now on, in place of what travelled before.
     *
     * @param carrier what takes them along; {@link ThreadLocalCarrier#NONE} for none
     */
    public void carry(String flow, ThreadLocalCarrier carrier) {
        flow(flow).carry(carrier);
    }

    /**
     * Lets thread-locals travel with the events of a flow from now on, unless its builder or {@link #carry} has said
     * what travels with them.
     *
     * @param carrier what takes them along
     */
    public void carryByDefault(String flow, ThreadLocalCarrier carrier) {
        flow(flow).carryByDefault(carrier);
    }

    /** Says what is done about references that leak from now on; not for production. What was found is forgotten. */
    public void checkLeaks(String flow, LeakCheck check) {
        flow(flow).checkLeaks(check);
    }

    /** The references that were found to leak. */
    public Leaks leaks(String flow) {
        return flow(flow).leaks();
    }

    /**
     * Lets somebody hear what becomes of each change. What a listener throws is logged.
     *
     * @param listener who hears it, on the thread that asked for the change; on one of Concor's own where a trial was
     *     over
     */
    public void listen(ChangeListener listener) {
        publisher.add(listener);
    }

    /** The present layout of a flow. */
    public Layout layout(String flow) {
        return flow(flow).reader().layout();
    }

    /** All slots of a flow at a glance, in the order of the components, empty ones too. */
    public List<SlotState> slots(String flow) {
        return flow(flow).reader().slots();
    }

    /** A slot at a glance; an {@link UnknownNameException} where the flow has no slot of that name. */
    public SlotState slot(String flow, String slot) {
        return flows.get(flow).slot(slot);
    }

    /**
     * Lets somebody warn of layouts that are allowed but not advisable. The warnings are in the log and in the result
     * of a change.
     *
     * @param advisor who warns
     */
    public void advise(LayoutAdvisor advisor) {
        advisors.add(advisor);
    }

    /** What there is to say about the present layout of a flow; empty where nothing is. */
    public List<String> warnings(String flow) {
        return advisors.warnings(flow(flow), layout(flow));
    }

    /**
     * What became of the changes of a flow, newest first; dry runs are not there.
     *
     * @param most how many entries to give at most, 0 or more
     * @throws IllegalArgumentException when it is below 0
     */
    public List<ChangeEntry> history(String flow, int most) {
        return flows.get(flow).changes().newest(most);
    }

    /**
     * Changes the content of slots: as a whole or not at all, without losing, repeating or wrongly interleaving an
     * event.
     *
     * @param request what is to become of the slots
     * @return what was done
     * @throws UnknownNameException when there is no such flow or slot
     * @throws VersionConflictException when the layout has another version than expected
     * @throws InvalidLayoutException when the new layout would break a rule or exceed a limit
     * @throws ChangeNotPossibleException when the change is not possible at present
     */
    public ChangeResult change(ChangeRequest request) {
        return flows.changes(request).change(present -> request);
    }

    /**
     * {@linkplain #change Changes} one slot to what follows from what it holds when it is the turn of this change.
     *
     * @param options which flow, and what else is asked of the change
     * @param slot the slot's name
     * @param change what the slot shall hold, made of what it holds; empty for no join. Is asked at once, and again
     *     while nobody else can change the flow: it must not change it itself
     */
    public ChangeResult changeSlot(ChangeRequest options, String slot, UnaryOperator<Optional<JoinSettings>> change) {
        return flows.changes(options).change(present -> options.forSlot(slot, change, present));
    }

    /**
     * Keeps what is on trial.
     *
     * @param options which flow; expected version, dry run, reason, time limit and origin hold, the rest is not used
     * @return what is there, of which nothing was changed
     * @throws VersionConflictException when the layout has another version than expected
     * @throws ChangeNotPossibleException when no change is on trial
     */
    public ChangeResult confirm(ChangeRequest options) {
        return flows.changes(options).confirm(options);
    }

    /**
     * Takes the last change back, in one change; called again, the one before. While changes are on trial, takes all of
     * them back at once.
     *
     * @param options which flow; expected version, dry run, reason, time limit and origin hold, the rest is not used
     * @return what was done
     * @throws VersionConflictException when the layout has another version than expected
     * @throws InvalidLayoutException when the layout from before would exceed a limit now
     * @throws ChangeNotPossibleException when nothing is left to undo, or it is not possible at present
     */
    public ChangeResult undo(ChangeRequest options) {
        return flows.changes(options).undo(options);
    }

    /** The names of a flow's presets, sorted; a {@link PresetStoreException} where they cannot be read. */
    public List<String> presets(String flow) {
        return presetsOf(flow).names();
    }

    /**
     * A preset.
     *
     * @param preset the preset's name
     * @throws UnknownNameException when there is no such preset
     * @throws PresetStoreException when the preset cannot be read
     */
    public Preset preset(String flow, String preset) {
        return presetsOf(flow).find(preset);
    }

    /**
     * One of the versions of a preset.
     *
     * @param preset the preset's name
     * @param number the version's number
     * @throws UnknownNameException when there is no such preset, or the store has no such version of it
     * @throws PresetStoreException when the version cannot be read
     */
    public Preset preset(String flow, String preset, long number) {
        return presetsOf(flow).find(preset, number);
    }

    /**
     * When and why something was saved under a preset's name, the newest first, as far as the store keeps it.
     *
     * @param preset the preset's name
     * @throws PresetStoreException when it cannot be read
     */
    public List<Preset.Version> presetVersions(String flow, String preset) {
        return presetsOf(flow).versions(preset);
    }

    /** The preset that was applied or saved last, as it was then. */
    public Optional<Preset> activePreset(String flow) {
        return Optional.ofNullable(presetsOf(flow).active().get()).map(ActivePreset.Activation::preset);
    }

    /**
     * Saves the present layout of a flow, which becomes its active preset.
     *
     * @param preset the preset's name; one of that name is replaced
     * @param reason why, or null
     * @return what was saved
     * @throws InvalidSettingException when the preset's name is not allowed, or differs from another's in capitals only
     * @throws PresetStoreException when it cannot be kept
     */
    public Preset.Saved savePreset(String flow, String preset, @Nullable String reason) {
        return savePreset(flow, preset, reason, ChangeOrigin.JAVA);
    }

    /** {@linkplain #savePreset(String, String, String) The same}, told as asked for by somebody. */
    public Preset.Saved savePreset(String flow, String preset, @Nullable String reason, ChangeOrigin origin) {
        return flows.get(flow).save(preset, reason, origin);
    }

    /**
     * Makes a preset the layout of its flow, all slots in one change; it becomes the active preset.
     *
     * @param preset the preset's name
     * @param options asked of the change: all but its flow and slots
     * @return what was done
     * @throws UnknownNameException when there is no such flow or preset, or the preset names a slot that is not there
     * @throws PresetStoreException when the preset cannot be read
     */
    public ChangeResult applyPreset(String flow, String preset, ChangeRequest options) {
        return applyPreset(preset(flow, preset), options);
    }

    /** {@linkplain #applyPreset(String, String, ChangeRequest) The same} of a preset as it was read before. */
    public ChangeResult applyPreset(Preset preset, ChangeRequest options) {
        return flows.get(preset.flow()).changes().apply(preset, preset, options);
    }

    /**
     * Makes what fits of a preset the layout of its flow, all slots in one change: settings of slots that the flow has
     * not are left out. The preset becomes the active one all the same, from which the layout has then drifted.
     *
     * @param preset the preset's name
     * @param options asked of the change, as above
     * @return what was done
     * @throws UnknownNameException when there is no such preset
     * @throws PresetStoreException when the preset cannot be read
     */
    public ChangeResult applyKnownSlots(String flow, String preset, ChangeRequest options) {
        return applyKnownSlots(preset(flow, preset), options);
    }

    /** {@linkplain #applyKnownSlots(String, String, ChangeRequest) The same} of a preset as it was read before. */
    public ChangeResult applyKnownSlots(Preset preset, ChangeRequest options) {
        return flows.get(preset.flow()).applyKnownSlots(preset, options);
    }

    /**
     * Deletes a preset.
     *
     * @param preset the preset's name
     * @throws UnknownNameException when there is no such preset
     * @throws PresetStoreException when it cannot be removed
     */
    public void deletePreset(String flow, String preset) {
        deletePreset(flow, preset, null, ChangeOrigin.JAVA);
    }

    /** {@linkplain #deletePreset(String, String) The same}, told as asked for by somebody, with a reason or null. */
    public void deletePreset(String flow, String preset, @Nullable String reason, ChangeOrigin origin) {
        presetsOf(flow).delete(preset, reason, origin);
    }

    /**
     * Lets a stopped flow take events again; does nothing where it runs.
     *
     * @throws IllegalStateException when it was closed for good, or a thread has not come back from a task since it was
     *     stopped
     */
    public void start(String flow) {
        flow(flow).lifecycle().start();
    }

    /**
     * Stops a flow: takes no more events, lets those inside finish, ends the others with an error.
     *
     * @param timeAllowed how long the events inside may take; nothing and less end them at once
     * @return how it went
     */
    public StopReport stop(String flow, Duration timeAllowed) {
        return flow(flow).lifecycle().stop(timeAllowed);
    }

    private StagedFlow<?, ?> flow(String name) {
        return flows.get(name).flow();
    }

    private FlowPresets presetsOf(String flow) {
        return flows.get(flow).presets();
    }
}
