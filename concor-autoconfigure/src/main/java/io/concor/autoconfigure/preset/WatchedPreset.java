package io.concor.autoconfigure.preset;

import io.concor.ConcorException;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.FlowState;
import io.concor.layout.Topology;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.Manager;
import io.concor.manage.VersionConflictException;
import io.concor.preset.Preset;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the active preset of a flow with what is stored under its name, and applies that where it differs. Something
 * counts when it is the same in two looks one after the other, for a file may be half-written. A preset that could not
 * be loaded at the start is applied as soon as it can be. Not thread-safe.
 */
final class WatchedPreset {

    private static final Logger log = LoggerFactory.getLogger(WatchedPreset.class);

    private static final int LONGEST_PAUSE = 60;

    private static final String CHANGED = "was changed where it is stored";
    private static final String NOT_LOADED = "can be read, other than at the start";

    private final Manager manager;
    private final String flow;
    private final boolean ignoringUnknown;
    private final Duration timeLimit;
    private final Supplier<@Nullable String> missed;
    private @Nullable Preset seen;
    private @Nullable Preset refused;
    private @Nullable String problem;
    private boolean warned;
    /** How many looks are passed over after a try that was not possible; twice as many after the next. */
    private int pause;

    private int passedOver;

    /**
     * One flow's preset.
     *
     * @param ignoringUnknown whether slots that the flow has not are left out, rather than the preset refused
     * @param timeLimit how long a change may take
     * @param missed the name of the preset that it was to have from the start and still has not, or null
     */
    WatchedPreset(
            Manager manager,
            String flow,
            boolean ignoringUnknown,
            Duration timeLimit,
            Supplier<@Nullable String> missed) {
        this.missed = missed;
        this.manager = manager;
        this.timeLimit = timeLimit;
        this.ignoringUnknown = ignoringUnknown;
        this.flow = flow;
    }

    void check() {
        if (passedOver < pause) {
            passedOver++;
        } else {
            passedOver = 0;
            compareWithStored();
        }
    }

    private void compareWithStored() {
        Topology topology = manager.topology(flow);
        String notLoaded = missed.get();
        Preset active = manager.activePreset(flow).orElse(null);
        String name = active == null ? notLoaded : active.name();
        if (name == null || topology.state() != FlowState.RUNNING) {
            forget();
            return;
        }
        try {
            compare(active, manager.preset(flow, name), topology);
        } catch (ConcorException unreadable) {
            seen = null;
            warnOnce(name, String.valueOf(unreadable.getMessage()));
        }
    }

    private void forget() {
        seen = null;
        refused = null;
        pause = 0;
        clearProblem();
    }

    private void compare(@Nullable Preset active, Preset stored, Topology topology) {
        if (active != null && stored.sameLayout(active)) {
            forget();
        } else if (refused != null && stored.sameLayout(refused)) {
            seen = null;
        } else if (seen != null && stored.sameLayout(seen)) {
            applyUnlessOnTrial(stored, topology, active == null ? NOT_LOADED : CHANGED);
        } else {
            seen = stored;
        }
    }

    /** To ask for it meanwhile would fill the history with refusals. */
    private void applyUnlessOnTrial(Preset stored, Topology topology, String why) {
        if (topology.trial() == null) {
            apply(stored, topology.version(), why);
        } else {
            warnOnce(stored.name(), topology.trial() + "; it is applied when that is confirmed or undone, or is over");
        }
    }

    private void apply(Preset stored, long version, String why) {
        try {
            ChangeResult result = make(
                    stored,
                    ChangeRequest.options(flow)
                            .expectedVersion(version)
                            .timeLimit(timeLimit)
                            .reason("preset '%s' %s".formatted(stored.name(), why)));
            log.info(
                    "Preset '{}' of flow '{}' {} and is applied, layout version {}: {}",
                    stored.name(),
                    flow,
                    why,
                    result.version(),
                    result.slots());
            forget();
        } catch (ChangeNotPossibleException notNow) {
            backOff();
            warnOnce(stored.name(), String.valueOf(notNow.getMessage()));
        } catch (VersionConflictException notNow) {
            warnOnce(stored.name(), String.valueOf(notNow.getMessage()));
        } catch (ConcorException wrong) {
            refused = stored;
            log.warn(
                    "Preset '{}' of flow '{}' {} and cannot be applied, nothing is changed: {}",
                    stored.name(),
                    flow,
                    why,
                    wrong.getMessage());
        }
    }

    private ChangeResult make(Preset stored, ChangeRequest options) {
        if (!ignoringUnknown) {
            return manager.applyPreset(stored, options);
        }
        ChangeResult result = manager.applyKnownSlots(stored, options);
        List<String> unknown = PresetMatch.of(stored, manager.topology(flow)).unknown();
        if (!unknown.isEmpty()) {
            log.warn(
                    "Preset '{}' does not fit flow '{}' (concor.presets.on-mismatch is ignore-unknown). Left out, for the flow has no such slots: {}",
                    stored.name(),
                    flow,
                    String.join(", ", unknown));
        }
        return result;
    }

    /** A try holds up events, and is an entry in the history each time. */
    private void backOff() {
        pause = Math.min(LONGEST_PAUSE, Math.max(1, pause * 2));
    }

    /** Tells once what lasts. */
    private void warnOnce(String preset, String message) {
        if (!message.equals(problem)) {
            problem = message;
            warned = false;
        } else if (!warned) {
            warned = true;
            log.warn("Preset '{}' of flow '{}' is watched, and nothing is changed: {}", preset, flow, message);
        }
    }

    private void clearProblem() {
        problem = null;
        warned = false;
    }
}
