package io.concor.autoconfigure.properties.section;

import io.concor.InvalidSettingException;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Where presets are stored, and which are loaded at start-up.
 * @param store Store of the presets.
 * @param location Directory of the file store. It has a directory for each flow with a file for each preset.
 * @param dataSource Name of the DataSource bean of the JPA store. Default: the only one, or the primary one.
 * @param load Whether the active presets are loaded at start-up.
 * @param active Names of the active presets, by the name of the flow. With none, the flow starts with its configured layout.
 * @param onMismatch Reaction at start-up to an active preset that is missing or does not fit its flow.
 * @param watch Whether the active preset of each flow is applied again when its stored version changes.
 * @param watchInterval How often stored presets are checked for changes, 100ms to 1d.
 */
public record PresetSettings(
        @DefaultValue("file") Store store,
        @DefaultValue("./presets") String location,
        @Nullable String dataSource,
        @DefaultValue("auto") LoadMode load,
        @DefaultValue Map<String, String> active,
        @DefaultValue("fail") OnMismatch onMismatch,
        @DefaultValue("false") boolean watch,
        @DefaultValue("2s") Duration watchInterval) {

    private static final Duration SHORTEST_INTERVAL = Duration.ofMillis(100);
    private static final Duration LONGEST_INTERVAL = Duration.ofDays(1);

    /** Checks the interval. */
    public PresetSettings {
        if (watchInterval.compareTo(SHORTEST_INTERVAL) < 0 || watchInterval.compareTo(LONGEST_INTERVAL) > 0) {
            throw InvalidSettingException.outOfBounds("watch-interval", watchInterval, "100ms to 1d");
        }
    }

    /** The store of presets. */
    public enum Store {
        /** A directory of YAML files. */
        FILE,
        /** A database that keeps every saved version. */
        JPA
    }

    /** The reaction to an active preset that is missing or does not fit its flow. */
    public enum OnMismatch {
        /** The application does not start. */
        FAIL,
        /** Settings of slots that the flow does not have are ignored. The rest must fit. */
        IGNORE_UNKNOWN,
        /** The flow keeps its configured or built layout. */
        DEFAULT_LAYOUT
    }

    /** When active presets are loaded. */
    public enum LoadMode {
        /** In production mode. */
        AUTO,
        /** In every mode. */
        ALWAYS,
        /** In no mode. */
        NEVER
    }
}
