package io.concor.manage;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.FlowSummary;
import io.concor.preset.PresetStore;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * Knows the registered flows, and changes their layouts. Changes of the same flow run one at a time.
 *
 * <p>Methods that name a flow or slot throw an {@link UnknownNameException} if it does not exist. Thread-safe.
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

    /** Returns the flow of a name, to read, observe, stop and start it. */
    public ManagedFlow flow(String name) {
        return flows.get(name);
    }

    /** Returns all flows, sorted by name. */
    public List<ManagedFlow> flows() {
        return flows.all();
    }

    /** Returns the names of the flows, sorted. */
    public List<String> names() {
        return flows.names();
    }

    /** Returns the summaries of all flows, sorted by name. */
    public List<FlowSummary> summaries() {
        return flows().stream().map(ManagedFlow::summary).toList();
    }

    /** Adds a listener for changes of layouts and presets. */
    public void listen(ChangeListener listener) {
        publisher.add(listener);
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
        return changes(request).violations(request);
    }

    /**
     * Changes the content of slots, as a whole or not at all. No event is lost, repeated or wrongly interleaved.
     *
     * <p>A trial of {@linkplain ChangeOrigin.Precedence#LOW low precedence} ends for a change of normal precedence, which is
     * applied to the layout before the trial, in one change.
     *
     * @throws InvalidSettingException if an origin of low precedence requests a change without {@code revertAfter}
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
     * Keeps the changes on trial.
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
     * undo that expects an earlier version, after which only changes of low precedence were made, reverts these and the
     * change that led to that version.
     *
     * @param options the flow and the options of the change; slots and {@code revertAfter} are ignored
     * @throws VersionConflictException if the layout does not have the expected version
     * @throws InvalidLayoutException if the earlier layout would now exceed a limit
     * @throws ChangeNotPossibleException if no change is left to undo, or the change is not possible at present
     */
    public ChangeResult undo(ChangeRequest options) {
        return changes(options).undo(options);
    }

    private ChangeCoordinator changes(ChangeRequest request) {
        return flow(request.flow()).changes();
    }
}
