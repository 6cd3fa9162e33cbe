package io.concor.autoconfigure.properties;

import io.concor.autoconfigure.properties.ConcorProperties.TaskSettings;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/** Where in the configuration something stands: a property of a flow, of one of its components, or of all flows. */
public record PropertyPath(
        String property,
        @Nullable String flow,
        @Nullable String component,
        @Nullable String bean) {

    public static final String PREFIX = "concor";
    public static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(PREFIX);

    public static PropertyPath flow(String flow) {
        return new PropertyPath(PREFIX + ".flows." + key(flow), flow, null, null);
    }

    public PropertyPath component(int index, TaskSettings task) {
        String component = first(task.name(), task.task());
        return new PropertyPath(
                "%s.tasks[%d]".formatted(property, index), flow, component, first(task.task(), component));
    }

    public PropertyPath slot(String component) {
        return new PropertyPath("%s.slots.%s".formatted(property, key(component)), flow, component, null);
    }

    public PropertyPath transaction(int index) {
        return new PropertyPath("%s.transactions[%d]".formatted(property, index), flow, null, null);
    }

    public PropertyPath at(String field) {
        return new PropertyPath(property + "." + field, flow, component, bean);
    }

    private static @Nullable String first(@Nullable String wanted, @Nullable String otherwise) {
        return wanted == null || wanted.isBlank() ? otherwise : wanted;
    }

    /** A name that is not a plain element of a property's name is written in brackets. */
    private static String key(String name) {
        return name.matches("[a-zA-Z0-9-]+") ? name : "[" + name + "]";
    }

    @Override
    public String toString() {
        String where = named("Flow", flow) + named(", component", component) + named(", bean", bean);
        return where.isEmpty() ? "Property '" + property + "'" : where;
    }

    private static String named(String what, @Nullable String name) {
        return name == null ? "" : "%s '%s'".formatted(what, name);
    }
}
