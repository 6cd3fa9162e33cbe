package io.concor.autoconfigure.properties;

import io.concor.InvalidSettingException;
import io.concor.LeakCheck;
import io.concor.Sampling;
import io.concor.manage.Manager;
import io.concor.manage.ResourceLimits;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * The configuration properties below {@code concor}. A value. An unknown key is an error of the
 * {@linkplain ConcorPropertiesBinder binder}, which runs before the bean of this type is bound.
 *
 * @param mode Purpose of this process: tuning the layouts; production, which loads the active presets at start-up; or
 *     dynamic, which is production with an autopilot that changes layouts where no other mode of it is set.
 * @param flows Flows by name. Each becomes a Flow bean of that name.
 * @param sampling How many events are sampled.
 * @param presets Where presets are stored, and which are loaded at start-up.
 * @param health Health of flows.
 * @param propagation Propagation of thread-locals with events.
 * @param observations Observations of sampled events.
 * @param checks Checks for development and tests.
 * @param limits Limits of all layouts, whether they come from the configuration, an endpoint, a preset or code.
 * @param history History of layout changes.
 * @param web Flows in web applications.
 * @param diagnosis What limits flows.
 * @param autopilot What the autopilot does about flows.
 */
@ConfigurationProperties(prefix = "concor")
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
        @DefaultValue History history,
        @DefaultValue Web web,
        @DefaultValue DiagnosisSettings diagnosis,
        @DefaultValue AutopilotDefaults autopilot) {

    /** The purpose for which the application runs. */
    public enum OperatingMode {
        /** Layouts are changed by hand. Presets are loaded only if {@code concor.presets.load} is {@code always}. */
        TUNING,
        /** The active presets are loaded at start-up. */
        PRODUCTION,
        /** As production, without the need of a preset: the autopilot changes layouts where no other mode of it is set. */
        DYNAMIC;

        /** Returns whether the active presets are loaded at start-up. */
        public boolean isProductive() {
            return this != TUNING;
        }

        /** Returns the name of this mode in configuration and messages. */
        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A flow.
     * @param maxInFlight Maximum number of events inside the flow, 1 to 1048576. Further events wait for admission or
     *     are refused. Default: 1024.
     * @param timeout Maximum age of an event, 1ms to 1d. An older event ends with a timeout error, at the latest when
     *     it reaches the next slot. Default: 30s.
     * @param tasks Components in order. The name of a bean is the short form of a component with that name.
     * @param slots Initial settings of slots, by the name of the component. They take precedence over the slot of a
     *     task. Saved presets use this form.
     * @param transactions Transaction scopes: components that run in one transaction for each event. Scopes must not
     *     overlap.
     * @param autopilot What the flow is to keep, and what the autopilot does about it. Allowed for flows that are built in
     *     Java, too, if no other key is present.
     */
    @ConfigurationPropertiesSource
    public record FlowSettings(
            @Nullable Integer maxInFlight,
            @Nullable Duration timeout,
            @DefaultValue List<TaskSettings> tasks,
            @DefaultValue Map<String, SlotSettings> slots,
            @DefaultValue List<TransactionSettings> transactions,
            @DefaultValue FlowAutopilot autopilot) {

        private static final FlowSettings EMPTY =
                new FlowSettings(null, null, List.of(), Map.of(), List.of(), FlowAutopilot.NONE);

        /**
         * Reads a flow without settings, which is an empty text.
         *
         * @throws IllegalArgumentException if the text is not blank
         */
        public static FlowSettings valueOf(String text) {
            if (!text.isBlank()) {
                throw new IllegalArgumentException(
                        "a flow is not a text: it has the keys max-in-flight, timeout, tasks, slots, transactions and autopilot");
            }
            return EMPTY;
        }

        /** Returns whether these settings are only for the autopilot, and the flow is built elsewhere. */
        public boolean isForAutopilotOnly() {
            return !autopilot.equals(FlowAutopilot.NONE)
                    && equals(new FlowSettings(null, null, List.of(), Map.of(), List.of(), autopilot));
        }
    }

    /** How much the autopilot does by itself. */
    public enum Autonomy {
        /** Nothing. */
        OFF,
        /** It records what it would change: see the endpoint concorautopilot. */
        ADVISE,
        /** It changes layouts, on trial first. */
        AUTO
    }

    /**
     * What a flow is to keep, and what the autopilot does about it. A flow that does not keep its goal is limited: see the
     * endpoint {@code concordiagnosis}.
     *
     * @param mode What the autopilot does. Default: concor.autopilot.mode.
     * @param p99 99th percentile of the latency that the flow is to keep, 1us to 1d. Default: none.
     * @param throughput Number of events per second that the flow is to handle, above 0 and up to 10000000. Default: none.
     */
    @ConfigurationPropertiesSource
    public record FlowAutopilot(
            @Nullable Autonomy mode,
            @Nullable Duration p99,
            @Nullable Double throughput) {

        /** No settings. */
        public static final FlowAutopilot NONE = new FlowAutopilot(null, null, null);

        private static final Duration SHORTEST = Duration.ofNanos(1_000);
        private static final Duration LONGEST = Duration.ofDays(1);
        private static final double HIGHEST_RATE = 10_000_000;

        /** Checks the bounds. */
        public FlowAutopilot {
            if (p99 != null && (p99.compareTo(SHORTEST) < 0 || p99.compareTo(LONGEST) > 0)) {
                throw InvalidSettingException.outOfBounds("p99", p99, "1us to 1d");
            }
            if (throughput != null && !(throughput > 0 && throughput <= HIGHEST_RATE)) {
                throw InvalidSettingException.outOfBounds("throughput", throughput, "above 0 and up to 10000000");
            }
        }
    }

    /**
     * A component.
     * @param name Name of the component and of its slot. Default: the name of the bean.
     * @param task Name of a bean of one of the task types. Default: the name of the component.
     * @param slot Initial settings of the slot in front of the component. Default: chosen by the kind of the task.
     */
    @ConfigurationPropertiesSource
    public record TaskSettings(
            @Nullable String name,
            @Nullable String task,
            @Nullable SlotSettings slot) {

        /** Reads the short form: the name of the bean, which is also the name of the component. */
        public static TaskSettings valueOf(String bean) {
            return new TaskSettings(bean, bean, null);
        }
    }

    /**
     * A transaction scope: components that run in one transaction for each event.
     *
     * @param from Name of the first component. Required.
     * @param to Name of the last component. Default: the first component.
     * @param manager Name of the bean of the transaction manager. Default: the only one, or the primary one.
     * @param timeout Timeout of the transaction in whole seconds, 1s to 1d. Statements after the timeout fail. Default: that of
     *     the transaction manager.
     * @param readOnly Whether the transaction is read-only.
     * @param isolation Isolation level of the transaction.
     * @param spansRemote Whether the transaction may hold its connection while a remote task runs. If true, there is no warning
     *     at start-up.
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

        /** The isolation level of a transaction. */
        public enum Isolation {
            /** The default of the database or of the connection pool. */
            DEFAULT,
            /** Reads may return uncommitted data of other transactions. */
            READ_UNCOMMITTED,
            /** Reads return committed data only. */
            READ_COMMITTED,
            /** Repeated reads of a row return the same data. */
            REPEATABLE_READ,
            /** Transactions behave as if they ran one after the other. */
            SERIALIZABLE
        }

        /** Checks the timeout. */
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
     * Sampling: measuring some of the events.
     * @param enabled Whether events are sampled.
     * @param burst Number of events that are sampled in each interval, 1 to interval.
     * @param interval Length of an interval in events, 1 to 1000000.
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
     * Where presets are stored, and which are loaded at start-up.
     * @param store Store of the presets.
     * @param location Directory of the file store. It has a directory for each flow with a file for each preset.
     * @param dataSource Name of the DataSource bean of the JPA store. Default: the only one, or the primary one.
     * @param load Whether the active presets are loaded at start-up.
     * @param active Names of the active presets, by the name of the flow.
     * @param onMismatch Reaction at start-up to an active preset that is missing or does not fit its flow.
     * @param watch Whether the active preset of each flow is applied again when its stored version changes.
     * @param watchInterval How often stored presets are checked for changes, 100ms to 1d.
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

    /**
     * Health of flows.
     * @param stalledAfter Time after which a flow is stalled, and its health is down, if it has events inside and none
     *     of them has ended.
     */
    public record Health(@DefaultValue("30s") Duration stalledAfter) {

        /** Checks the duration. */
        public Health {
            if (stalledAfter.isNegative() || stalledAfter.isZero()) {
                throw InvalidSettingException.outOfBounds("stalled-after", stalledAfter, "any duration longer than 0");
            }
        }
    }

    /**
     * Propagation of thread-locals with events.
     * @param enabled Whether events carry the MDC and the thread-locals of Micrometer's ContextRegistry, in all flows without a
     *     carrier of their own. Requires context-propagation on the class path.
     */
    public record Propagation(@DefaultValue("true") boolean enabled) {}

    /**
     * Observations of sampled events.
     * @param enabled Whether each sampled event creates an observation, with a child for each task and for each wait in
     *     a slot. Requires an ObservationRegistry.
     */
    public record Observations(@DefaultValue("true") boolean enabled) {}

    /**
     * Checks for development and tests.
     * @param leaks Reaction to a mutable object that is reachable from two events. The check is slow: not for
     *     production.
     */
    public record Checks(@DefaultValue("off") LeakCheck leaks) {}

    /**
     * Limits of all layouts. They count what the settings of the joins allow.
     *
     * @param threads Maximum number of threads of all flows. Default: unlimited.
     * @param threadsPerFlow Maximum number of threads of all slots of a flow. Default: unlimited.
     * @param threadsPerSlot Maximum number of threads of a slot. Default: unlimited.
     * @param ringMemory Maximum memory of the rings of all flows. Default: unlimited.
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
     * History of layout changes.
     * @param size Maximum number of entries in the history of each flow, 0 to 100000, separately for changes that were made
     *     and for those that were not. The oldest are removed first.
     */
    public record History(@DefaultValue("1000") int size) {

        /** Checks the number. */
        public History {
            if (size < 0 || size > Manager.LARGEST_HISTORY_SIZE) {
                throw InvalidSettingException.outOfBounds("size", size, "0 to " + Manager.LARGEST_HISTORY_SIZE);
            }
        }
    }

    /**
     * Flows in web applications.
     *
     * @param errors Responses to requests that a flow refuses or does not complete.
     */
    public record Web(@DefaultValue WebErrors errors) {

        /**
         * Responses to requests that a flow refuses or does not complete.
         *
         * @param enabled Whether a controller of Spring MVC or WebFlux that throws or returns an error of a flow responds
         *     with a problem detail (RFC 9457): status 503 with Retry-After if the flow refused the event, 504 if the event
         *     timed out. Exception handlers of the application take precedence.
         */
        public record WebErrors(@DefaultValue("true") boolean enabled) {}
    }

    /**
     * What limits flows.
     *
     * @param enabled Whether there is a verdict about each flow, an alarm when a flow becomes limited, and the endpoint
     *     concordiagnosis. Requires concor-diagnosis on the class path.
     */
    public record DiagnosisSettings(@DefaultValue("true") boolean enabled) {}

    /**
     * What the autopilot does about flows. Requires concor-diagnosis on the class path and concor.diagnosis.enabled.
     *
     * @param mode What the autopilot does about flows without a mode of their own. Default: auto if concor.mode is dynamic,
     *     otherwise advise.
     * @param pause How long a change by anyone else stops the autopilot for the flow, 0s to 1d.
     */
    public record AutopilotDefaults(
            @Nullable Autonomy mode, @DefaultValue("5m") Duration pause) {

        private static final Duration LONGEST = Duration.ofDays(1);

        /** Checks the pause. */
        public AutopilotDefaults {
            if (pause.isNegative() || pause.compareTo(LONGEST) > 0) {
                throw InvalidSettingException.outOfBounds("pause", pause, "0s to 1d");
            }
        }
    }
}
