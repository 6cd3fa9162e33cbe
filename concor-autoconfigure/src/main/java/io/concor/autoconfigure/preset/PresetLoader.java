package io.concor.autoconfigure.preset;

import io.concor.ConcorException;
import io.concor.InvalidSettingException;
import io.concor.autoconfigure.ContextFlows;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.KnownNames;
import io.concor.autoconfigure.properties.OperatingMode;
import io.concor.autoconfigure.properties.section.PresetSettings;
import io.concor.autoconfigure.properties.section.PresetSettings.LoadMode;
import io.concor.autoconfigure.properties.section.PresetSettings.OnMismatch;
import io.concor.autoconfigure.properties.section.PresetSettings.Store;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import io.concor.preset.Preset;
import io.concor.text.SafeText;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Applies the active presets at start-up: after the flows have started, and before the web server accepts requests.
 * Does nothing when the context is stopped and started again.
 */
final class PresetLoader implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PresetLoader.class);

    private final Manager manager;
    private final ContextFlows contextFlows;
    private final PresetSettings settings;
    private final OperatingMode mode;
    private final int phase;
    private final @Nullable FilePresetStore files;
    private final Map<String, MissedPreset> missed = new ConcurrentHashMap<>();
    private volatile boolean loaded;
    private volatile boolean running;

    PresetLoader(
            Manager manager, ContextFlows contextFlows, ConcorProperties properties, @Nullable FilePresetStore files) {
        this.manager = manager;
        this.contextFlows = contextFlows;
        this.settings = properties.presets();
        this.mode = properties.mode();
        this.phase = properties.lifecycle().phase() + 1;
        this.files = files;
    }

    /**
     * A preset that could not be loaded.
     *
     * @param version the version of the layout that its flow kept
     */
    private record MissedPreset(String preset, long version) {}

    private boolean isEnabled() {
        return settings.load() == LoadMode.ALWAYS || (settings.load() == LoadMode.AUTO && mode.isProductive());
    }

    @Override
    public void start() {
        if (!loaded) {
            Map<String, String> active = active();
            if (isEnabled()) {
                load(active);
            } else {
                active.forEach(this::logSkipped);
            }
            loaded = true;
        }
        running = true;
    }

    /** The configuration does not know the names of flows that are built in Java. Those of a parent context have their presets. */
    private Map<String, String> active() {
        KnownNames flows = new KnownNames(manager.names());
        Map<String, String> active = new LinkedHashMap<>();
        settings.active().forEach((flow, preset) -> active.put(flows.resolve(flow), preset));
        active.keySet().removeIf(flow -> manager.names().contains(flow) && !contextFlows.contains(flow));
        return active;
    }

    private void load(Map<String, String> active) {
        active.forEach(this::apply);
        contextFlows.names().stream()
                .filter(flow -> mode == OperatingMode.PRODUCTION && !active.containsKey(flow))
                .forEach(PresetLoader::warn);
    }

    /** In tuning mode, tuning begins with the configured layout. */
    private void logSkipped(String flow, String preset) {
        if (preset.equalsIgnoreCase(Preset.NONE)) {
            return;
        }
        log.info(
                "Preset '{}' of flow '{}' is not loaded ({}); to load it, set concor.presets.load to always",
                preset,
                flow,
                mode.isProductive() ? "concor.presets.load is never" : "concor.mode is tuning");
    }

    private static void warn(String flow) {
        log.warn(
                "Flow '{}' has no active preset and runs in production mode with its first layout; set concor.presets.active.{} to a preset, or to none if this layout is intended",
                flow,
                flow);
    }

    private void apply(String flow, String preset) {
        try {
            if (preset.equalsIgnoreCase(Preset.NONE)) {
                manager.flow(flow); // there must be such a flow
                return;
            }
            ChangeRequest request = ChangeRequest.options(flow).by(ChangeOrigin.of(ChangeOrigin.Source.START, null));
            if (settings.onMismatch() == OnMismatch.IGNORE_UNKNOWN) {
                applyKnownSlots(flow, preset, request);
            } else {
                ChangeResult result = manager.flow(flow).presets().apply(preset, request);
                log.info("Preset '{}' applied to flow '{}', layout version {}", preset, flow, result.version());
            }
        } catch (ConcorException wrong) {
            if (settings.onMismatch() != OnMismatch.DEFAULT_LAYOUT
                    || !manager.names().contains(flow)) {
                boolean inDatabase = files == null && settings.store() == Store.JPA;
                throw new PresetLoadException(flow, preset, file(flow, preset, wrong), inDatabase, wrong);
            }
            keepDefault(flow, preset, wrong);
        }
    }

    private void applyKnownSlots(String flow, String preset, ChangeRequest request) {
        Preset stored = manager.flow(flow).presets().find(preset);
        ChangeResult result = manager.flow(flow).presets().applyKnownSlots(stored, request);
        PresetMatch match = PresetMatch.of(stored, manager.flow(flow).topology());
        if (match.unknown().isEmpty()) {
            log.info("Preset '{}' applied to flow '{}', layout version {}", preset, flow, result.version());
        } else {
            log.warn(
                    "Preset '{}' does not fit flow '{}' (concor.presets.on-mismatch is ignore-unknown). Applied slots: {}. Ignored slots, which the flow does not have: {}. Layout version {}, filled slots: {}",
                    preset,
                    flow,
                    String.join(", ", match.known()),
                    String.join(", ", match.unknown()),
                    result.version(),
                    manager.flow(flow).layout().slots());
        }
    }

    private void keepDefault(String flow, String preset, ConcorException wrong) {
        missed.put(flow, new MissedPreset(preset, manager.flow(flow).layout().version()));
        log.warn(
                "Preset '{}' was not applied: flow '{}' keeps its first layout (concor.presets.on-mismatch is default-layout). Filled slots: {}. Problem: {}{}",
                preset,
                flow,
                manager.flow(flow).layout().slots(),
                wrong.getMessage(),
                SafeText.causes(wrong));
    }

    /**
     * Returns the name of the preset that could not be loaded, as long as the flow keeps the layout that it has
     * instead; then null for ever.
     */
    @Nullable
    String missed(String flow) {
        MissedPreset still = missed.computeIfPresent(flow, (name, preset) -> isMissed(flow, preset) ? preset : null);
        return still == null ? null : still.preset();
    }

    private boolean isMissed(String flow, MissedPreset preset) {
        ManagedFlow kept = manager.flow(flow);
        return kept.presets().active().isEmpty() && kept.layout().version() == preset.version();
    }

    /** Returns the file of the preset, or null if the names of the flow or the preset are invalid. */
    private @Nullable String file(String flow, String preset, ConcorException problem) {
        return files == null
                        || problem instanceof InvalidSettingException
                        || !manager.names().contains(flow)
                ? null
                : files.file(flow, preset).toString();
    }

    @Override
    public void stop() {
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    @Override
    public int getPhase() {
        return phase;
    }
}
