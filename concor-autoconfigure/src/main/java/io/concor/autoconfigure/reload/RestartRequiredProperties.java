package io.concor.autoconfigure.reload;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.FlowSettings;
import io.concor.autoconfigure.properties.PropertyPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Finds changed properties that take effect only after a restart. */
final class RestartRequiredProperties {

    private final List<String> names = new ArrayList<>();

    private RestartRequiredProperties() {}

    static List<String> of(ConcorProperties before, ConcorProperties now) {
        RestartRequiredProperties differences = new RestartRequiredProperties();
        differences.compare("mode", before, now, ConcorProperties::mode);
        differences.compare("node", before, now, ConcorProperties::node);
        differences.compare("presets", before, now, ConcorProperties::presets);
        differences.compare("queues", before, now, ConcorProperties::queues);
        differences.compare("health", before, now, ConcorProperties::health);
        differences.compare("propagation", before, now, ConcorProperties::propagation);
        differences.compare("observations", before, now, ConcorProperties::observations);
        differences.compare("checks", before, now, ConcorProperties::checks);
        differences.compare("limits", before, now, ConcorProperties::limits);
        differences.compare("history", before, now, ConcorProperties::history);
        differences.compare("lifecycle", before, now, ConcorProperties::lifecycle);
        differences.compare("web", before, now, ConcorProperties::web);
        differences.compare("diagnosis", before, now, ConcorProperties::diagnosis);
        Set<String> flows = new TreeSet<>(before.flows().keySet());
        flows.addAll(now.flows().keySet());
        flows.forEach(flow -> differences.compare(
                PropertyPath.flow(flow), before.flows().get(flow), now.flows().get(flow)));
        return differences.names;
    }

    private void compare(PropertyPath flow, @Nullable FlowSettings before, @Nullable FlowSettings now) {
        if (before == null || now == null) {
            names.add(flow.property());
            return;
        }
        String prefix = flow.property().substring(PropertyPath.PREFIX.length() + 1) + ".";
        compare(prefix + "tasks", before, now, settings -> ConfiguredSlots.of(settings)
                .components());
        compare(prefix + "max-in-flight", before, now, FlowSettings::maxInFlight);
        compare(prefix + "timeout", before, now, FlowSettings::timeout);
        compare(prefix + "transactions", before, now, FlowSettings::transactions);
        compare(prefix + "autopilot", before, now, FlowSettings::autopilot);
    }

    private <T> void compare(String name, T before, T now, Function<T, @Nullable Object> part) {
        if (!Objects.equals(part.apply(before), part.apply(now))) {
            names.add(PropertyPath.PREFIX + "." + name);
        }
    }
}
