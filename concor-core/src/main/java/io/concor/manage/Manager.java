package io.concor.manage;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.InvalidFlowException;
import io.concor.InvalidLayoutException;
import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import io.concor.engine.StagedFlow;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.FlowState;
import io.concor.layout.FlowSummary;
import io.concor.preset.PresetStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Knows the registered flows, and changes their layouts. Changes of the same flow run one at a time.
 *
 * <p>Methods that name a flow or slot throw an {@link UnknownNameException} if it does not exist. Thread-safe.
 */
public final class Manager {

    /** The largest number of entries in the history of a flow. */
    public static final int LARGEST_HISTORY_SIZE = 100_000;

    static final int DEFAULT_HISTORY_SIZE = 1000;

    private final Map<String, ManagedFlow> flows = new ConcurrentSkipListMap<>();
    /** Closed flows with threads that have not returned from a task. Guards itself and changes of the flows. */
    private final List<StagedFlow<?, ?>> ending = new ArrayList<>();

    private final PresetStore presets;
    private final ResourceBudget budget;
    private final int historySize;
    private final ChangePublisher publisher = new ChangePublisher();
    private final ChangeClock clock;

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
        this.presets = presets;
        this.budget = new ResourceBudget(limits);
        this.historySize = ChangeHistory.checked(historySize);
        this.clock = clock;
    }

    /**
     * Registers a flow built by {@link Flows}, and forgets closed flows.
     *
     * @throws InvalidFlowException if another flow has the same name or shares a single-threaded task with this one, or
     *     if the flow was not built by {@link Flows}
     * @throws InvalidLayoutException if its layout exceeds a limit
     */
    public void register(Flow<?, ?> flow) {
        if (!(flow instanceof StagedFlow<?, ?> staged)) {
            throw new InvalidFlowException(flow.name(), null, "it was not made by Flows", "Build it with Flows.create");
        }
        synchronized (ending) {
            ManagedFlow known = flows.get(staged.name());
            if (known == null || known.flow() != staged) {
                forgetClosed();
                requireFitting(staged);
                flows.put(staged.name(), new ManagedFlow(staged, presets, budget, historySize, publisher, clock));
            }
        }
    }

    /** A name is unique, and a single-threaded or keyed task belongs to one flow. */
    private void requireFitting(StagedFlow<?, ?> added) {
        if (flows.containsKey(added.name())) {
            throw new InvalidFlowException(
                    added.name(), null, "there is a flow of this name already", "Give each flow its own name");
        }
        Stream.concat(staged(), ending.stream())
                .forEach(other -> added.definition().requireOwnTasks(other.definition()));
    }

    /** Forgets closed flows, as {@link #register} does. */
    public void forgetClosed() {
        synchronized (ending) { // a closed flow whose task does not return could still run that task
            staged().filter(flow -> flow.lifecycle().state() == FlowState.CLOSED)
                    .forEach(ending::add);
            flows.values().removeIf(managed -> ending.contains(managed.flow()));
            ending.removeIf(flow -> flow.lifecycle().threadsHaveEnded());
        }
    }

    private Stream<StagedFlow<?, ?>> staged() {
        return flows().map(ManagedFlow::flow);
    }

    /** Whether a manager can register a flow: one built by {@link Flows}, not a stub or a wrapper. */
    public static boolean supports(Flow<?, ?> flow) {
        return flow instanceof StagedFlow;
    }

    /** Returns the flow of a name, to read, observe, stop and start it. */
    public ManagedFlow flow(String name) {
        ManagedFlow managed = flows.get(name);
        if (managed == null) {
            throw new UnknownNameException("flow", name, names());
        }
        return managed;
    }

    /** Returns all flows, sorted by name. */
    public Stream<ManagedFlow> flows() {
        return flows.values().stream();
    }

    /** Returns the names of the flows, sorted. */
    public List<String> names() {
        return List.copyOf(flows.keySet());
    }

    /** Returns the summaries of all flows, sorted by name. */
    public List<FlowSummary> summaries() {
        return flows().map(ManagedFlow::summary).toList();
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
