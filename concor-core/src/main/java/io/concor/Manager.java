package io.concor;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Knows every flow: the one door for reading topology and statistics and for changing layouts. Thread-safe; of the
 * changes asked for one flow at a time, one is made after the other.
 */
public final class Manager {

    private static final Logger logger = LoggerFactory.getLogger(Manager.class);

    private final PresetStore presets;
    private final Map<String, StagedFlow<?, ?>> flows = new ConcurrentSkipListMap<>();
    private final Map<String, Preset> activePresets = new ConcurrentHashMap<>();
    private final List<ChangeListener> changeListeners = new CopyOnWriteArrayList<>();

    /** A manager that keeps presets in memory. */
    public Manager() {
        this(new InMemoryPresetStore());
    }

    /**
     * A manager.
     *
     * @param presets where presets are kept
     */
    public Manager(PresetStore presets) {
        this.presets = presets;
    }

    /**
     * Makes a flow known, and forgets those that were closed for good.
     *
     * @param flow a flow made by {@link Flows}
     * @throws InvalidFlowException when another flow has its name, or one of its single-threaded tasks stands in another
     *     flow as well
     */
    public synchronized void register(Flow<?, ?> flow) {
        if (!(flow instanceof StagedFlow<?, ?> staged)) {
            throw new InvalidFlowException(flow.name(), null, "it was not made by Flows", "Build it with Flows.create");
        }
        if (flows.get(staged.name()) == staged) {
            return;
        }
        flows.values().removeIf(known -> known.state() == FlowState.CLOSED);
        Registration.check(staged.definition(), flows.values());
        flows.put(staged.name(), staged);
    }

    /** The names of the flows, sorted. */
    public List<String> names() {
        return List.copyOf(flows.keySet());
    }

    /** Every flow at a glance, sorted by name. */
    public List<FlowSummary> summaries() {
        return flows.values().stream().map(StagedFlow::summary).toList();
    }

    /**
     * A flow at a glance.
     *
     * @param flow the flow's name
     * @throws UnknownNameException when there is no such flow
     */
    public FlowSummary summary(String flow) {
        return flow(flow).summary();
    }

    /**
     * A flow's components and how they are served.
     *
     * @param flow the flow's name
     * @throws UnknownNameException when there is no such flow
     */
    public Topology topology(String flow) {
        StagedFlow<?, ?> staged = flow(flow);
        Layout layout = staged.layout();
        Preset active = activePresets.get(flow);
        return TopologyReader.read(
                staged.definition(),
                staged.state(),
                layout,
                active == null ? null : active.name(),
                active != null && !active.slots().equals(layout.slots()));
    }

    /**
     * Where time goes in a flow.
     *
     * @param flow the flow's name
     * @throws UnknownNameException when there is no such flow
     */
    public FlowStatistics statistics(String flow) {
        return flow(flow).statistics();
    }

    /**
     * How many events of a flow are measured.
     *
     * @param flow the flow's name
     * @throws UnknownNameException when there is no such flow
     */
    public Sampling sampling(String flow) {
        return flow(flow).sampling();
    }

    /**
     * Says how many events of a flow are measured from now on.
     *
     * @param flow the flow's name
     * @param sampling how many
     * @throws UnknownNameException when there is no such flow
     */
    public void sampling(String flow, Sampling sampling) {
        flow(flow).sampling(sampling);
    }

    /**
     * Lets somebody hear each measurement of a flow, in place of who heard them before.
     *
     * @param flow the flow's name
     * @param listener who hears them; {@link SampleListener#NONE} for nobody
     * @throws UnknownNameException when there is no such flow
     */
    public void listen(String flow, SampleListener listener) {
        flow(flow).listen(listener);
    }

    /**
     * Lets somebody follow the sampled events of a flow one by one, in place of who followed them before.
     *
     * @param flow the flow's name
     * @param observer who follows them; {@link EventObserver#NONE} for nobody
     * @throws UnknownNameException when there is no such flow
     */
    public void observe(String flow, EventObserver observer) {
        flow(flow).observe(observer);
    }

    /**
     * Lets thread-locals travel with the events of a flow from now on, in place of what travelled before.
     *
     * @param flow the flow's name
     * @param carrier what takes them along; {@link ThreadLocalCarrier#NONE} for none
     * @throws UnknownNameException when there is no such flow
     */
    public void carry(String flow, ThreadLocalCarrier carrier) {
        flow(flow).carry(carrier);
    }

    /**
     * Lets thread-locals travel with the events of a flow from now on, unless its builder or {@link #carry} has said what
     * travels with them.
     *
     * @param flow the flow's name
     * @param carrier what takes them along
     * @throws UnknownNameException when there is no such flow
     */
    public void carryByDefault(String flow, ThreadLocalCarrier carrier) {
        flow(flow).carryByDefault(carrier);
    }

    /**
     * Says what is done about references that leak from now on; not for production. What was found is forgotten.
     *
     * @throws UnknownNameException when there is no such flow
     */
    public void checkLeaks(String flow, LeakCheck check) {
        flow(flow).checkLeaks(check);
    }

    /**
     * The references that were found to leak.
     *
     * @throws UnknownNameException when there is no such flow
     */
    public Leaks leaks(String flow) {
        return flow(flow).leaks();
    }

    /**
     * Lets somebody hear what becomes of each change. What a listener throws is logged.
     *
     * @param listener who hears it, on the thread that asked for the change
     */
    public void listen(ChangeListener listener) {
        changeListeners.add(listener);
    }

    /**
     * The present layout of a flow.
     *
     * @param flow the flow's name
     * @throws UnknownNameException when there is no such flow
     */
    public Layout layout(String flow) {
        return flow(flow).layout();
    }

    /**
     * All slots of a flow at a glance, in the order of the components, empty ones too.
     *
     * @param flow the flow's name
     * @throws UnknownNameException when there is no such flow
     */
    public List<SlotState> slots(String flow) {
        return flow(flow).slots();
    }

    /**
     * A slot at a glance.
     *
     * @param flow the flow's name
     * @param slot the slot's name
     * @throws UnknownNameException when there is no such flow or slot
     */
    public SlotState slot(String flow, String slot) {
        return flow(flow).slot(slot);
    }

    /**
     * Changes the content of slots: as a whole or not at all, without losing, repeating or wrongly interleaving an event.
     *
     * @param request what is to become of the slots
     * @return what was done
     * @throws UnknownNameException when there is no such flow or slot
     * @throws VersionConflictException when the layout has another version than expected
     * @throws InvalidLayoutException when the new layout would break a rule
     * @throws ChangeNotPossibleException when the change is not possible at present
     */
    public ChangeResult change(ChangeRequest request) {
        ChangeResult result;
        try {
            result = flow(request.flow()).change(request);
        } catch (ConcorException refused) {
            tell(request, listener -> listener.onRefused(request, refused));
            throw refused;
        }
        tell(request, listener -> listener.onChanged(request, result));
        return result;
    }

    private void tell(ChangeRequest request, Consumer<ChangeListener> news) {
        if (request.dryRun()) {
            return;
        }
        for (ChangeListener listener : changeListeners) {
            try {
                news.accept(listener);
            } catch (Throwable failed) {
                logger.error("A change listener failed: {}", listener.getClass().getName(), failed);
            }
        }
    }

    /**
     * The names of a flow's presets, sorted.
     *
     * @param flow the flow's name
     * @throws UnknownNameException when there is no such flow
     */
    public List<String> presets(String flow) {
        return presets.names(flow(flow).name());
    }

    /**
     * A preset.
     *
     * @param flow the flow's name
     * @param preset the preset's name
     * @throws UnknownNameException when there is no such flow or preset
     * @throws PresetStoreException when the preset cannot be read
     */
    public Preset preset(String flow, String preset) {
        String known = flow(flow).name();
        return presets.find(known, Names.checked("preset", preset))
                .orElseThrow(() -> new UnknownNameException("preset", preset, presets.names(known)));
    }

    /**
     * Saves the present layout of a flow, which becomes its active preset.
     *
     * @param flow the flow's name
     * @param preset the preset's name; one of that name is replaced
     * @param reason why, or null
     * @return what was saved
     * @throws UnknownNameException when there is no such flow
     * @throws InvalidSettingException when the preset's name is not allowed
     * @throws PresetStoreException when it cannot be kept
     */
    public Preset savePreset(String flow, String preset, @Nullable String reason) {
        Preset saved = new Preset(flow, preset, layout(flow).slots(), Instant.now(), reason);
        presets.save(saved);
        activePresets.put(flow, saved);
        return saved;
    }

    /**
     * Makes a preset the layout of its flow, all slots in one change; it becomes the active preset.
     *
     * @param flow the flow's name
     * @param preset the preset's name
     * @param options asked of the change: expected version, dry run, reason, time limit; its flow and slots are not used
     * @return what was done
     * @throws UnknownNameException when there is no such flow or preset, or the preset names a slot that is not there
     * @throws PresetStoreException when the preset cannot be read
     */
    public ChangeResult applyPreset(String flow, String preset, ChangeRequest options) {
        Preset chosen = preset(flow, preset);
        ChangeRequest request = ChangeRequest.layout(flow, chosen.slots())
                .expectedVersion(options.expectedVersion())
                .dryRun(options.dryRun())
                .reason(Objects.requireNonNullElse(options.reason(), "preset " + preset))
                .timeLimit(options.timeLimit());
        ChangeResult result = change(request);
        if (!options.dryRun()) {
            activePresets.put(flow, chosen);
        }
        return result;
    }

    /**
     * Deletes a preset.
     *
     * @param flow the flow's name
     * @param preset the preset's name
     * @throws UnknownNameException when there is no such flow or preset
     * @throws PresetStoreException when it cannot be removed
     */
    public void deletePreset(String flow, String preset) {
        String known = flow(flow).name();
        if (!presets.delete(known, Names.checked("preset", preset))) {
            throw new UnknownNameException("preset", preset, presets.names(known));
        }
        activePresets.computeIfPresent(known, (name, active) -> active.name().equals(preset) ? null : active);
    }

    /**
     * Lets a stopped flow take events again; does nothing where it runs.
     *
     * @param flow the flow's name
     * @throws UnknownNameException when there is no such flow
     * @throws IllegalStateException when it was closed for good
     */
    public void start(String flow) {
        flow(flow).start();
    }

    /**
     * Stops a flow: takes no more events, lets those inside finish, ends the others with an error.
     *
     * @param flow the flow's name
     * @param timeAllowed how long the events inside may take
     * @return how it went
     * @throws UnknownNameException when there is no such flow
     */
    public StopReport stop(String flow, Duration timeAllowed) {
        return flow(flow).stop(timeAllowed);
    }

    private StagedFlow<?, ?> flow(String name) {
        StagedFlow<?, ?> flow = flows.get(name);
        if (flow == null) {
            throw new UnknownNameException("flow", name, names());
        }
        return flow;
    }
}
