package io.concor.autoconfigure;

import io.concor.autoconfigure.ConcorProperties.Checks;
import io.concor.autoconfigure.ConcorProperties.FlowSettings;
import io.concor.autoconfigure.ConcorProperties.Health;
import io.concor.autoconfigure.ConcorProperties.Observations;
import io.concor.autoconfigure.ConcorProperties.Presets;
import io.concor.autoconfigure.ConcorProperties.Propagation;
import io.concor.autoconfigure.ConcorProperties.SamplingSettings;
import io.concor.autoconfigure.ConcorProperties.TaskSettings;
import io.concor.autoconfigure.ConcorProperties.TransactionSettings;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import org.springframework.boot.context.properties.bind.DataObjectPropertyName;
import org.springframework.boot.context.properties.bind.Name;

/** The keys that may stand below {@code concor}, for messages; read from the records that they are bound to. */
final class KnownKeys {

    private KnownKeys() {}

    static String describe() {
        return "Known below 'concor': %s; of a flow: %s; of a task: %s; of a slot: %s; of a transaction: %s; of sampling: %s; of presets: %s; of health: %s; of propagation: %s; of observations: %s; of checks: %s."
                .formatted(
                        listed(ConcorProperties.class),
                        listed(FlowSettings.class),
                        listed(TaskSettings.class),
                        listed(SlotSettings.class),
                        listed(TransactionSettings.class),
                        listed(SamplingSettings.class),
                        listed(Presets.class),
                        listed(Health.class),
                        listed(Propagation.class),
                        listed(Observations.class),
                        listed(Checks.class));
    }

    private static String listed(Class<? extends Record> settings) {
        return String.join(", ", of(settings));
    }

    static List<String> of(Class<? extends Record> settings) {
        return Arrays.stream(settings.getDeclaredConstructors()[0].getParameters())
                .map(KnownKeys::key)
                .toList();
    }

    private static String key(Parameter component) {
        Name name = component.getAnnotation(Name.class);
        return name == null ? DataObjectPropertyName.toDashedForm(component.getName()) : name.value();
    }
}
