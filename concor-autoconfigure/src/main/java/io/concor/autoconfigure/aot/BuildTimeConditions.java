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
        SecuritySettings security = properties.security();
        Map<String, Object> values = new TreeMap<>();
        values.put("concor.presets.store", presets.store());
        values.put("concor.presets.watch", presets.watch());
        values.put("concor.queues.store", properties.queues().store());
        values.put("concor.propagation.enabled", properties.propagation().enabled());
        values.put("concor.observations.enabled", properties.observations().enabled());
        values.put("concor.web.errors.enabled", properties.web().errors().enabled());
        values.put("concor.diagnosis.enabled", properties.diagnosis().enabled());
        values.put("concor.security.enabled", security.enabled());
        values.put("concor.security.other-requests", security.otherRequests());
        Map<String, String> texts = new TreeMap<>();
        values.forEach((property, value) -> texts.put(property, value.toString().toLowerCase(Locale.ROOT)));
        return texts;
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
