package io.concor.autoconfigure.properties;

import io.concor.autoconfigure.properties.section.AutopilotDefaults;
import io.concor.autoconfigure.properties.section.CheckSettings;
import io.concor.autoconfigure.properties.section.DiagnosisSettings;
import io.concor.autoconfigure.properties.section.HealthSettings;
import io.concor.autoconfigure.properties.section.HistorySettings;
import io.concor.autoconfigure.properties.section.KafkaSettings;
import io.concor.autoconfigure.properties.section.LifecycleSettings;
import io.concor.autoconfigure.properties.section.LimitSettings;
import io.concor.autoconfigure.properties.section.ObservationSettings;
import io.concor.autoconfigure.properties.section.PresetSettings;
import io.concor.autoconfigure.properties.section.PropagationSettings;
import io.concor.autoconfigure.properties.section.QueueSettings;
import io.concor.autoconfigure.properties.section.SamplingSettings;
import io.concor.autoconfigure.properties.section.SecuritySettings;
import io.concor.autoconfigure.properties.section.WebSettings;
import java.util.List;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The configuration properties below {@code concor}. A value. An unknown key is an error of the
 * {@linkplain ConcorPropertiesBinder binder}, which runs before the bean of this type is bound.
 *
 * @param mode Purpose of this process: tuning the layouts; production, which loads the active presets at start-up; or
 *     dynamic, which is production with an autopilot that changes layouts where no other mode of it is set.
 * @param node Nodes that this process is. Default: none, and it runs all components.
 * @param flows Flows by name. Each becomes a Flow bean of that name.
 * @param sampling How many events are sampled.
 * @param presets Where presets are stored, and which are loaded at start-up.
 * @param queues Durable queues: where they are stored, and how messages are written.
 * @param kafka Remote queues in Apache Kafka.
 * @param health Health of flows.
 * @param propagation Propagation of thread-locals with events.
 * @param observations Observations of sampled events.
 * @param checks Checks for development and tests.
 * @param limits Limits of all layouts, whether they come from the configuration, an endpoint, a preset or code.
 * @param history History of layout changes.
 * @param lifecycle When flows start and stop.
 * @param web Flows in web applications.
 * @param diagnosis What limits flows.
 * @param autopilot What the autopilot does about flows.
 * @param security Access to the management endpoints over HTTP.
 */
@ConfigurationProperties(prefix = "concor")
public record ConcorProperties(
        @DefaultValue("tuning") OperatingMode mode,
        @DefaultValue List<String> node,
        @DefaultValue Map<String, FlowSettings> flows,
        @DefaultValue @NestedConfigurationProperty SamplingSettings sampling,
        @DefaultValue @NestedConfigurationProperty PresetSettings presets,
        @DefaultValue @NestedConfigurationProperty QueueSettings queues,
        @DefaultValue @NestedConfigurationProperty KafkaSettings kafka,
        @DefaultValue @NestedConfigurationProperty HealthSettings health,
        @DefaultValue @NestedConfigurationProperty PropagationSettings propagation,
        @DefaultValue @NestedConfigurationProperty ObservationSettings observations,
        @DefaultValue @NestedConfigurationProperty CheckSettings checks,
        @DefaultValue @NestedConfigurationProperty LimitSettings limits,
        @DefaultValue @NestedConfigurationProperty HistorySettings history,
        @DefaultValue @NestedConfigurationProperty LifecycleSettings lifecycle,
        @DefaultValue @NestedConfigurationProperty WebSettings web,
        @DefaultValue @NestedConfigurationProperty DiagnosisSettings diagnosis,
        @DefaultValue @NestedConfigurationProperty AutopilotDefaults autopilot,
        @DefaultValue @NestedConfigurationProperty SecuritySettings security) {}
