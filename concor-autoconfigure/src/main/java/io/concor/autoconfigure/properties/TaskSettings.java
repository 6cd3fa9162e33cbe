package io.concor.autoconfigure.properties;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

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
