package io.concor.autoconfigure.properties;

import io.concor.text.Sentence;
import java.io.Serializable;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

/**
 * A place in the configuration: a property of Concor, of a flow, or of a component.
 *
 * @param property the name of the property
 * @param flow the flow, or null if the property concerns all flows
 * @param component the component, or null if the property concerns the whole flow
 * @param bean the bean of the component, or null
 */
public record PropertyPath(
        String property,
        @Nullable String flow,
        @Nullable String component,
        @Nullable String bean) implements Serializable {

    /** The prefix of all properties. */
    public static final String PREFIX = "concor";
    /** The prefix as a property name. */
    public static final ConfigurationPropertyName ROOT = ConfigurationPropertyName.of(PREFIX);

    /** Returns the path of a property that concerns all flows. */
    public static PropertyPath of(String property) {
        return new PropertyPath(PREFIX + "." + property, null, null, null);
    }

    /** Returns the path of a flow. */
    public static PropertyPath flow(String flow) {
        return new PropertyPath(PREFIX + ".flows." + inBrackets(flow), flow, null, null);
    }

    /** Returns the path of the task at an index of this flow. */
    public PropertyPath component(int index, TaskSettings task) {
        String component = first(task.name(), task.task());
        return new PropertyPath(
                Sentence.of("%s.tasks[%d]", property, index), flow, component, first(task.task(), component));
    }

    /** Returns the path of the slot of a component of this flow. */
    public PropertyPath slot(String component) {
        return new PropertyPath(Sentence.of("%s.slots.%s", property, inBrackets(component)), flow, component, null);
    }

    /** Returns the path of the transaction at an index of this flow. */
    public PropertyPath transaction(int index) {
        return new PropertyPath(Sentence.of("%s.transactions[%d]", property, index), flow, null, null);
    }

    /** Returns the path of a field below this path. */
    public PropertyPath at(String field) {
        return new PropertyPath(property + "." + field, flow, component, bean);
    }

    /** Returns the path of a key of the map at this path. */
    public PropertyPath key(String key) {
        return at(inBrackets(key));
    }

    private static @Nullable String first(@Nullable String wanted, @Nullable String otherwise) {
        return wanted == null || wanted.isBlank() ? otherwise : wanted;
    }

    /** Puts a name with characters that a property name cannot have in brackets. */
    private static String inBrackets(String name) {
        return name.matches("[a-zA-Z0-9-]+") ? name : "[" + name + "]";
    }

    @Override
    public String toString() {
        String where = named("Flow", flow) + named(", component", component) + named(", bean", bean);
        return where.isEmpty() ? "Property '" + property + "'" : where;
    }

    private static String named(String what, @Nullable String name) {
        return name == null ? "" : Sentence.of("%s '%s'", what, name);
    }
}
