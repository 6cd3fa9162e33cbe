package io.concor.autoconfigure.flow;

import io.concor.FlowBuilder;
import io.concor.autoconfigure.properties.FlowSettings;
import io.concor.autoconfigure.properties.RetryProperties;
import io.concor.autoconfigure.properties.SlotSettings;
import io.concor.autoconfigure.properties.TaskSettings;
import io.concor.autoconfigure.properties.section.MessageTypeSettings;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.boot.context.properties.bind.BindableRuntimeHintsRegistrar;
import org.springframework.util.ReflectionUtils;

/** Registers what flows need in a native image, except what Spring registers for beans and their properties. */
final class FlowRuntimeHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        invokable(FlowFactory.class, "create", hints);
        invokable(FlowSettings.class, "valueOf", hints);
        invokable(TaskSettings.class, "valueOf", hints);
        invokable(MessageTypeSettings.class, "valueOf", hints);
        invokable(RetryProperties.class, "valueOf", hints);
        BindableRuntimeHintsRegistrar.forTypes(SlotSettings.class).registerHints(hints);
        registerEngine(hints, classLoader);
    }

    private static void invokable(Class<?> type, String method, RuntimeHints hints) {
        Method found = Objects.requireNonNull(ReflectionUtils.findMethod(type, method, String.class));
        hints.reflection().registerMethod(found, ExecutableMode.INVOKE);
    }

    /**
     * Registers the provider of builders, and virtual threads. The class file of the component template is not a
     * resource of the image, which cannot define classes: the engine then runs components one by one.
     */
    private static void registerEngine(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern("META-INF/services/" + FlowBuilder.Factory.class.getName());
        ServiceLoader.load(FlowBuilder.Factory.class, classLoader).stream().forEach(provider -> hints.reflection()
                .registerType(provider.type(), MemberCategory.INVOKE_DECLARED_CONSTRUCTORS));
        hints.reflection()
                .registerType(Thread.class, type -> type.withMethod("ofVirtual", List.of(), ExecutableMode.INVOKE)
                        .withMethod("isVirtual", List.of(), ExecutableMode.INVOKE));
        hints.reflection()
                .registerTypeIfPresent(
                        classLoader, "java.lang.Thread$Builder$OfVirtual", MemberCategory.INVOKE_PUBLIC_METHODS);
    }
}
