package io.concor.autoconfigure.properties;

import io.concor.InvalidSettingException;
import io.concor.LeakCheck;
import io.concor.Sampling;
import io.concor.manage.Manager;
import io.concor.manage.ResourceLimits;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * What is configured below {@code concor}. A value. A key that is not known here is an error.
 *
 * @param mode Whether the threading is being tuned, or a tuned one is in production.
 * @param flows The flows by name; each becomes a Flow bean of that name.
 * @param sampling How many events are measured.
 * @param presets Where presets are kept, and which are loaded at the start.
 * @param health When a flow counts as stalled.
 * @param propagation Whether thread-locals travel with the events.
 * @param observations Whether sampled events are observed.
 * @param checks What is looked for in development and tests.
 * @param limits What the layouts may take, whichever way they come.
 * @param history How much is kept of what became of changes.
 */
@ConfigurationProperties(prefix = "concor", ignoreUnknownFields = false)
public record ConcorProperties(
        @DefaultValue("tuning") OperatingMode mode,
        @DefaultValue Map<String, FlowSettings> flows,
        @DefaultValue SamplingSettings sampling,
        @DefaultValue Presets presets,
        @DefaultValue Health health,
        @DefaultValue Propagation propagation,
        @DefaultValue Observations observations,
        @DefaultValue Checks checks,
        @DefaultValue LimitSettings limits,
        @DefaultValue History history) {

    /** What the application runs for. */
    public enum OperatingMode {
        /** The layouts are changed by hand; no preset is loaded unless it is asked for. */
        TUNING,
        /** The active presets are loaded at the start. */
        PRODUCTION
    }

    /**
     * One flow.
     *
     * @param maxInFlight How many events may be inside at once, 1 to 1048576; admission waits or refuses beyond. 1024
     *     where nothing is said.
     * @param timeout How old an event may become, 1ms to 1d; it ends with a timeout error beyond, at the latest when it
     *     meets the next slot. 30 seconds where nothing is said.
     * @param tasks The components in order; the name of a bean alone is the short form of a component of that name.
     * @param slots What the slots hold at the start, by the name of the component; counts before what stands at the
     *     task. A saved preset is written so.
     * @param transactions The scopes of transactions, components that run in one for each event; they may not overlap.
     */
    @ConfigurationPropertiesSource
    public record FlowSettings(
            @Nullable Integer maxInFlight,
            @Nullable Duration timeout,
            @DefaultValue List<TaskSettings> tasks,
            @DefaultValue Map<String, SlotSettings> slots,
            @DefaultValue List<TransactionSettings> transactions) {

        /**
         * Reads a flow of which nothing is said.
         *
         * @throws IllegalArgumentException for any other text
         */
        public static FlowSettings valueOf(String text) {
            if (!text.isBlank()) {
                throw new IllegalArgumentException(
                        "a flow has max-in-flight, timeout, tasks, slots and transactions; it is not a text");
            }
            return new FlowSettings(null, null, List.of(), Map.of(), List.of());
        }
    }

    /**
     * One component.
     *
     * @param name The component's name, which is its slot's name as well; the bean's name where nothing is said.
     * @param task The name of a bean of one of the task types; the component's name where nothing is said.
     * @param slot What the slot in front of the component holds; where nothing is said, the task's kind decides.
     */
    @ConfigurationPropertiesSource
    public record TaskSettings(
            @Nullable String name,
            @Nullable String task,
            @Nullable SlotSettings slot) {

        /** Reads the short form: the bean's name is the component's name. */
        public static TaskSettings valueOf(String bean) {
            return new TaskSettings(bean, bean, null);
        }
    }

    /**
     * The scope of a transaction: components that run in one for each event.
     *
     * @param from The name of the first component.
     * @param to The name of the last component; the first one where nothing is said.
     * @param manager The name of a transaction manager's bean; the only or the primary one where nothing is said.
     * @param timeout How long the transaction may be used, in whole seconds from 1s to 1d; statements fail beyond. The
     *     manager's default where nothing is said.
     * @param readOnly Whether nothing is going to be written.
     * @param isolation How far the transaction is isolated from others.
     * @param spansRemote Whether holding the connection while a remote task runs is intended, so that no warning is
     *     written.
     */
    @ConfigurationPropertiesSource
    public record TransactionSettings(
            @Nullable String from,
            @Nullable String to,
            @Nullable String manager,
            @Nullable Duration timeout,
            @DefaultValue("false") boolean readOnly,
            @DefaultValue("default") Isolation isolation,
            @DefaultValue("false") boolean spansRemote) {

        private static final Duration LONGEST = Duration.ofDays(1);

        /** How far a transaction is isolated from others. */
        public enum Isolation {
            /** As the database or the pool of connections is set up. */
            DEFAULT,
            /** What others have not committed yet can be read. */
            READ_UNCOMMITTED,
            /** What is read was committed. */
            READ_COMMITTED,
            /** And it is the same where it is read again. */
            REPEATABLE_READ,
            /** As if transactions ran one after the other. */
            SERIALIZABLE
        }

        /** Checks the time. */
        public TransactionSettings {
            if (timeout != null && !allowed(timeout)) {
                throw InvalidSettingException.outOfBounds("timeout", timeout, "whole seconds from 1s to 1d");
            }
        }

        private static boolean allowed(Duration timeout) {
            return timeout.getNano() == 0
                    && timeout.compareTo(Duration.ofSeconds(1)) >= 0
                    && timeout.compareTo(LONGEST) <= 0;
        }
    }

    /**
     * How many events are measured.
     *
     * @param enabled Whether any are measured.
     * @param burst How many of each interval, 1 to interval.
     * @param interval The length of an interval in events, 1 to 1000000.
     */
    public record SamplingSettings(
            @DefaultValue("true") boolean enabled,
            @DefaultValue("3") int burst,
            @DefaultValue("128") int interval) {

        /** Checks the numbers. */
        public SamplingSettings {
            new Sampling(enabled, burst, interval);
        }

        public Sampling toSampling() {
            return new Sampling(enabled, burst, interval);
        }
    }

    /**
     * Where presets are kept, and which are loaded at the start.
     *
     * @param store What keeps the presets.
     * @param location The folder of the file store, in which each flow has a folder with a file for each of its
     *     presets.
     * @param dataSource The name of the DataSource bean of the JPA store; the only or the primary one where nothing is
     *     said.
     * @param load When the active presets are loaded.
     * @param active The name of the active preset by the name of its flow.
     * @param onMismatch What is done at the start about an active preset that is missing or does not fit its flow.
     * @param watch Whether the active preset of each flow is applied again when what is stored of it changes.
     * @param watchInterval How often that is looked at, 100ms to 1d.
     */
    public record Presets(
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
        public Presets {
            if (watchInterval.compareTo(SHORTEST_INTERVAL) < 0 || watchInterval.compareTo(LONGEST_INTERVAL) > 0) {
                throw InvalidSettingException.outOfBounds("watch-interval", watchInterval, "100ms to 1d");
            }
        }

        /** What keeps presets. */
        public enum Store {
            /** A folder of files that people can read and compare. */
            FILE,
            /** A database, with every version that was saved. */
            JPA
        }

        /** What is done about an active preset that is missing or does not fit its flow. */
        public enum OnMismatch {
            /** The application does not start. */
            FAIL,
            /** Settings of slots that the flow has not are left out; with what is left it must fit. */
            IGNORE_UNKNOWN,
            /** The flow keeps the layout that it is configured or built with. */
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

    /**
     * When a flow counts as stalled.
     *
     * @param stalledAfter How long a flow with events inside may go without ending one before its health is down.
     */
    public record Health(@DefaultValue("30s") Duration stalledAfter) {

        /** Checks the time. */
        public Health {
            if (stalledAfter.isNegative() || stalledAfter.isZero()) {
                throw InvalidSettingException.outOfBounds("stalled-after", stalledAfter, "any time longer than 0");
            }
        }
    }

    /**
     * Whether thread-locals travel with the events.
     *
     * @param enabled Whether what Micrometer's context propagation knows, and the MDC, travel with the events of all
     *     flows that have no carrier of their own. Needs context-propagation on the class path.
     */
    public record Propagation(@DefaultValue("true") boolean enabled) {}

    /**
     * Whether sampled events are observed.
     *
     * @param enabled Whether each sampled event gives an observation, with one for each task and each waiting in a slot
     *     below it. Needs an ObservationRegistry.
     */
    public record Observations(@DefaultValue("true") boolean enabled) {}

    /**
     * What is looked for in development and tests.
     *
     * @param leaks What is done about one object that can change and is met in two events. It takes time: not for
     *     production.
     */
    public record Checks(@DefaultValue("off") LeakCheck leaks) {}

    /**
     * What the layouts may take, whichever way they come. Counted is what the settings of the joins allow.
     *
     * @param threads The most threads over all flows; any number where nothing is said.
     * @param threadsPerFlow The most threads over all slots of a flow; any number where nothing is said.
     * @param threadsPerSlot The most threads of one join; any number where nothing is said.
     * @param ringMemory The most memory that the rings of all flows take; any where nothing is said.
     */
    public record LimitSettings(
            @Nullable Integer threads,
            @Nullable Integer threadsPerFlow,
            @Nullable Integer threadsPerSlot,
            @Nullable DataSize ringMemory) {

        /** Checks the numbers. */
        public LimitSettings {
            limits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
        }

        public ResourceLimits toLimits() {
            return limits(threads, threadsPerFlow, threadsPerSlot, ringMemory);
        }

        private static ResourceLimits limits(
                @Nullable Integer threads,
                @Nullable Integer perFlow,
                @Nullable Integer perSlot,
                @Nullable DataSize ringMemory) {
            return new ResourceLimits(threads, perFlow, perSlot, ringMemory == null ? null : ringMemory.toBytes());
        }
    }

    /**
     * How much is kept of what became of changes.
     *
     * @param size How many changes that were made the history of each flow has at most, and how many that were not, 0
     *     to 100000; the oldest go first.
     */
    public record History(@DefaultValue("1000") int size) {

        /** Checks the number. */
        public History {
            if (size < 0 || size > Manager.LARGEST_HISTORY_SIZE) {
                throw InvalidSettingException.outOfBounds("size", size, "0 to " + Manager.LARGEST_HISTORY_SIZE);
            }
        }
    }
}
