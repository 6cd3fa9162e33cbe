package io.concor.autoconfigure.aot;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.ConcorPropertiesBinder;
import io.concor.autoconfigure.properties.section.PresetSettings;
import io.concor.autoconfigure.properties.section.SecuritySettings;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.core.env.Environment;

/**
 * The properties that decide which beans exist. In an application that is processed ahead of time, they have the values
 * of the build.
 */
public final class BuildTimeConditions {

    private BuildTimeConditions() {}

    static Map<String, String> of(Environment environment) {
        ConcorProperties properties = ConcorPropertiesBinder.bind(environment);
        PresetSettings presets = properties.presets();
        Map<String, String> values = new TreeMap<>();
        values.put("concor.presets.store", presets.store().name().toLowerCase(Locale.ROOT));
        values.put("concor.presets.watch", String.valueOf(presets.watch()));
        values.put(
                "concor.propagation.enabled",
                String.valueOf(properties.propagation().enabled()));
        values.put(
                "concor.observations.enabled",
                String.valueOf(properties.observations().enabled()));
        values.put(
                "concor.web.errors.enabled",
                String.valueOf(properties.web().errors().enabled()));
        values.put(
                "concor.diagnosis.enabled",
                String.valueOf(properties.diagnosis().enabled()));
        SecuritySettings security = properties.security();
        values.put("concor.security.enabled", String.valueOf(security.enabled()));
        values.put(
                "concor.security.other-requests",
                security.otherRequests().name().toLowerCase(Locale.ROOT));
        return values;
    }

    /**
     * Checks that the properties have the values of the build. Called by generated code.
     *
     * @param environment the environment at run time
     * @param build the values during the build, by the name of the property
     * @throws BuildTimeConditionException if a property has another value
     */
    public static void check(Environment environment, Map<String, String> build) {
        of(environment).forEach((property, value) -> {
            String before = build.get(property);
            if (before != null && !before.equals(value)) {
                throw new BuildTimeConditionException(property, before, value);
            }
        });
    }
}
