package io.concor.autoconfigure.preset;

import io.concor.ConcorException;
import io.concor.InvalidSettingException;
import io.concor.autoconfigure.ConcorLifecycle;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConcorProperties.OperatingMode;
import io.concor.autoconfigure.properties.ConcorProperties.Presets.LoadMode;
import io.concor.autoconfigure.properties.ConcorProperties.Presets.OnMismatch;
import io.concor.autoconfigure.properties.ConcorProperties.Presets.Store;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeRequest;
import io.concor.manage.ChangeResult;
import io.concor.manage.ChangeSource;
import io.concor.manage.Manager;
import io.concor.preset.Preset;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Applies the active presets when the application starts: after the flows have started, before the web server takes
 * requests. A context that is stopped and started again keeps the layouts it has.
 */
final class PresetLoader implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(PresetLoader.class);

    private final Manager manager;
    private final Map<String, String> active;
    private final boolean production;
    private final boolean wanted;
    private final OnMismatch onMismatch;
    private final @Nullable FilePresetStore files;
    private final boolean inDatabase;
    private final Map<String, MissedPreset> missed = new ConcurrentHashMap<>();
    private volatile boolean loaded;
    private volatile boolean running;

    PresetLoader(Manager manager, ConcorProperties properties, @Nullable FilePresetStore files) {
        this.manager = manager;
        this.active = properties.presets().active();
        this.production = properties.mode() == OperatingMode.PRODUCTION;
        this.wanted = wanted(properties.presets().load(), properties.mode());
        this.files = files;
        this.inDatabase = files == null && properties.presets().store() == Store.JPA;
        this.onMismatch = properties.presets().onMismatch();
    }

    /**
     * A preset that could not be loaded.
     *
     * @param version the version of the layout that its flow kept
     */
    private record MissedPreset(String preset, long version) {}

    private static boolean wanted(LoadMode load, OperatingMode mode) {
        return load == LoadMode.ALWAYS || (load == LoadMode.AUTO && mode == OperatingMode.PRODUCTION);
    }

    @Override
    public void start() {
        if (!loaded) {
            if (wanted) {
                load();
            } else {
                active.forEach(this::tellThatItIsLeft);
            }
            loaded = true;
        }
        running = true;
    }

    private void load() {
        active.forEach(this::apply);
        manager.names().stream()
                .filter(flow -> production && !active.containsKey(flow))
                .forEach(PresetLoader::warn);
    }

    /** In tuning mode the layout of the configuration is the start of what is tuned. */
    private void tellThatItIsLeft(String flow, String preset) {
        log.info(
                "Preset '{}' is not loaded for flow '{}' ({}); set concor.presets.load to always to have it",
                preset,
                flow,
                production ? "concor.presets.load is never" : "concor.mode is tuning");
    }

    private static void warn(String flow) {
        log.warn(
                "Flow '{}' has no active preset, so it runs in production mode with its first layout; name a preset at concor.presets.active.{}, or set concor.presets.load to never",
                flow,
                flow);
    }

    private void apply(String flow, String preset) {
        try {
            ChangeRequest request = ChangeRequest.options(flow).by(ChangeOrigin.of(ChangeSource.START, null));
            if (onMismatch == OnMismatch.IGNORE_UNKNOWN) {
                applyKnownSlots(flow, preset, request);
            } else {
                ChangeResult result = manager.applyPreset(flow, preset, request);
                log.info("Preset '{}' applied to flow '{}', layout version {}", preset, flow, result.version());
            }
        } catch (ConcorException wrong) {
            if (onMismatch != OnMismatch.DEFAULT_LAYOUT || !manager.names().contains(flow)) {
                throw new PresetLoadException(flow, preset, place(flow, preset, wrong), inDatabase, wrong);
            }
            keepDefault(flow, preset, wrong);
        }
    }

    private void applyKnownSlots(String flow, String preset, ChangeRequest request) {
        Preset stored = manager.preset(flow, preset);
        ChangeResult result = manager.applyKnownSlots(stored, request);
        PresetMatch fit = PresetMatch.of(stored, manager.topology(flow));
        if (fit.unknown().isEmpty()) {
            log.info("Preset '{}' applied to flow '{}', layout version {}", preset, flow, result.version());
        } else {
            log.warn(
                    "Preset '{}' does not fit flow '{}' any more (concor.presets.on-mismatch is ignore-unknown). Taken: {}. Left out, for the flow has no such slots: {}. Layout version {}, filled slots: {}",
                    preset,
                    flow,
                    String.join(", ", fit.taken()),
                    String.join(", ", fit.unknown()),
                    result.version(),
                    manager.layout(flow).slots());
        }
    }

    private void keepDefault(String flow, String preset, ConcorException wrong) {
        missed.put(flow, new MissedPreset(preset, manager.layout(flow).version()));
        log.warn(
                "Nothing was taken of preset '{}': flow '{}' keeps its first layout (concor.presets.on-mismatch is default-layout). Filled slots: {}. What is wrong: {}",
                preset,
                flow,
                manager.layout(flow).slots(),
                wrong.getMessage());
    }

    /**
     * The name of the preset that a flow was to have from the start, where it still has the layout that it kept
     * instead; else null, from then on.
     */
    @Nullable
    String missed(String flow) {
        MissedPreset still = missed.computeIfPresent(flow, (name, preset) -> isMissed(flow, preset) ? preset : null);
        return still == null ? null : still.preset();
    }

    private boolean isMissed(String flow, MissedPreset preset) {
        return manager.activePreset(flow).isEmpty() && manager.layout(flow).version() == preset.version();
    }

    /** What is not the name of a flow or of a preset has no file. */
    private @Nullable String place(String flow, String preset, ConcorException problem) {
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
        return ConcorLifecycle.PHASE + 1;
    }
}
