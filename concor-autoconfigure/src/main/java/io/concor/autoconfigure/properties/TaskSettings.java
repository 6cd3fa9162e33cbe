package io.concor.autoconfigure.properties;

import io.concor.OnFailure;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationPropertiesSource;

/**
 * A component.
 * @param name Name of the component and of its slot. Default: the name of the bean.
 * @param task Name of a bean of one of the task types. Default: the name of the component.
 * @param slot Initial settings of the slot in front of the component. Default: chosen by the kind of the task.
 * @param retry How the component is retried, or the name of a RetryPolicy bean. Default: not at all.
 * @param onFailure Whether a failure in a durable slot holds up later events of its key. Default: hold-key for keyed and
 *     single-threaded tasks, otherwise skip.
 * @param node Node on which the component runs. Default: that of the component before.
 */
@ConfigurationPropertiesSource
public record TaskSettings(
        @Nullable String name,
        @Nullable String task,
        @Nullable SlotSettings slot,
        @Nullable RetryProperties retry,
        @Nullable OnFailure onFailure,
        @Nullable String node) {

    /** Reads the short form: the name of the bean, which is also the name of the component. */
    public static TaskSettings valueOf(String bean) {
        return new TaskSettings(bean, bean, null, null, null, null);
    }
}
