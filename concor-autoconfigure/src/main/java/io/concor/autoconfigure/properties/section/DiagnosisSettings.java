package io.concor.autoconfigure.properties.section;

import org.springframework.boot.context.properties.NestedConfigurationProperty;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * What limits flows.
 *
 * @param enabled Whether there is a verdict about each flow, an alarm when a flow becomes limited, the autopilot, and the
 *     endpoints concordiagnosis and concorautopilot. Requires concor-diagnosis on the class path.
 * @param failing From which failures on a flow is failing.
 */
public record DiagnosisSettings(
        @DefaultValue("true") boolean enabled,
        @DefaultValue @NestedConfigurationProperty FailingSettings failing) {}
