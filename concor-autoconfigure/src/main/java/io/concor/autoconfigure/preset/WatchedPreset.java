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
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Compares the active preset of a flow with its stored version, and applies that if it differs. A stored version must
 * be the same in two consecutive checks, because a file may be half-written. A preset that could not be loaded at
 * start-up is applied as soon as possible. Not thread-safe.
 */
final class WatchedPreset {

    private static final Logger log = LoggerFactory.getLogger(WatchedPreset.class);

    private static final int LONGEST_PAUSE = 60;

    private static final String CHANGED = "was changed in its store";
    private static final String NOT_LOADED = "could not be loaded at start-up, but can be read now";

    private final Manager manager;
    private final String flow;
    private final boolean ignoringUnknown;
    private final Duration timeLimit;
    private final Supplier<@Nullable String> missed;
    private @Nullable Preset seen;
    private @Nullable Preset refused;
    private @Nullable String problem;
    private boolean warned;
    /** The number of checks to skip after an attempt that was not possible; doubles with each attempt. */
    private int pause;

    private int skipped;

    /**
     * Watches the preset of a flow.
     *
     * @param ignoringUnknown whether slots that the flow does not have are ignored, rather than the preset rejected
     * @param timeLimit the time limit of a change
     * @param missed returns the name of the preset that could not be loaded at start-up, or null
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
        if (skipped < pause) {
            skipped++;
        } else {
            skipped = 0;
            compareWithStored();
        }
    }

    private void compareWithStored() {
        Topology topology = manager.flow(flow).topology();
        String notLoaded = missed.get();
        Preset active = manager.flow(flow).presets().active().orElse(null);
        String name = active == null ? notLoaded : active.name();
        if (name == null || topology.state() != FlowState.RUNNING) {
            forget();
            return;
        }
        try {
            compare(active, manager.flow(flow).presets().find(name), topology);
        } catch (ConcorException unreadable) {
            seen = null;
            warnOnce(name, unreadable);
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

    /** Does not try during a trial that rejects the change, which would fill the history with rejected changes. */
    private void applyUnlessOnTrial(Preset stored, Topology topology, String why) {
        Topology.Trial trial = topology.trial();
        if (trial == null || trial.givesWay()) {
            apply(stored, topology.version(), why);
        } else {
            warnOnce(stored.name(), trial + "; it is applied when the trial is confirmed, undone or over", "");
        }
    }

    private void apply(Preset stored, long version, String why) {
        try {
            logApplied(stored, why, make(stored, options(stored, version, why)));
            forget();
        } catch (ChangeNotPossibleException notNow) {
            backOff();
            warnOnce(stored.name(), notNow);
        } catch (VersionConflictException notNow) {
            warnOnce(stored.name(), notNow);
        } catch (ConcorException wrong) {
            refused = stored;
            logRefused(stored, why, wrong);
        }
    }

    private ChangeRequest options(Preset stored, long version, String why) {
        return ChangeRequest.options(flow)
                .expectedVersion(version)
                .timeLimit(timeLimit)
                .reason(Sentence.of("preset '%s' %s", stored.name(), why));
    }

    private ChangeResult make(Preset stored, ChangeRequest options) {
        if (!ignoringUnknown) {
            return manager.flow(flow).presets().apply(stored, options);
        }
        ChangeResult result = manager.flow(flow).presets().applyKnownSlots(stored, options);
        List<String> unknown =
                PresetMatch.of(stored, manager.flow(flow).topology()).unknown();
        if (!unknown.isEmpty()) {
            log.warn(
                    "Preset '{}' does not fit flow '{}' (concor.presets.on-mismatch is ignore-unknown). Ignored slots, which the flow does not have: {}",
                    stored.name(),
                    flow,
                    String.join(", ", unknown));
        }
        return result;
    }

    /** Tries less often: each attempt delays events and adds an entry to the history. */
    private void backOff() {
        pause = Math.min(LONGEST_PAUSE, Math.max(1, pause * 2));
    }

    private void warnOnce(String preset, ConcorException wrong) {
        warnOnce(preset, String.valueOf(wrong.getMessage()), SafeText.causes(wrong));
    }

    /** Logs a problem once, if it lasts for two checks. Causes may differ from one check to the next. */
    private void warnOnce(String preset, String message, String causes) {
        if (!message.equals(problem)) {
            problem = message;
            warned = false;
        } else if (!warned) {
            warned = true;
            log.warn("Preset '{}' of flow '{}' was not applied: {}{}", preset, flow, message, causes);
        }
    }

    private void logApplied(Preset stored, String why, ChangeResult result) {
        log.info(
                "Preset '{}' of flow '{}' {}: applied, layout version {}: {}",
                stored.name(),
                flow,
                why,
                result.version(),
                result.slots());
    }

    private void logRefused(Preset stored, String why, ConcorException wrong) {
        log.warn(
                "Preset '{}' of flow '{}' {}: it cannot be applied, the layout is unchanged: {}{}",
                stored.name(),
                flow,
                why,
                wrong.getMessage(),
                SafeText.causes(wrong));
    }

    private void clearProblem() {
        problem = null;
        warned = false;
    }
}
