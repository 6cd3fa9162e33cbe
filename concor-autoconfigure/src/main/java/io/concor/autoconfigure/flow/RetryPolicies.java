package io.concor.autoconfigure.flow;

import io.concor.InvalidSettingException;
import io.concor.RetryPolicy;
import io.concor.RetrySettings;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.autoconfigure.properties.RetryProperties;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/** Creates the retry policies of configured components, or looks them up. */
final class RetryPolicies {

    private final ConfigurableListableBeanFactory beans;

    RetryPolicies(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    /**
     * Returns the policy of a component.
     *
     * @param place the place of its settings
     * @throws FlowConfigurationException if the settings are wrong, or the bean is missing or no policy
     */
    RetryPolicy policy(PropertyPath place, RetryProperties settings) {
        String bean = settings.policy();
        if (bean == null || bean.isBlank()) {
            return build(place, settings);
        }
        if (settings.hasSettings()) {
            throw new FlowConfigurationException(place, FlowProblem.policyWithSettings(bean));
        }
        return named(place, bean);
    }

    private RetryPolicy named(PropertyPath place, String name) {
        if (!beans.containsBean(name)) {
            throw new FlowConfigurationException(place, FlowProblem.missingRetryPolicy(name, names()));
        }
        Object bean = beans.getBean(name);
        beans.registerDependentBean(name, Objects.requireNonNull(place.flow()));
        if (bean instanceof RetryPolicy policy) {
            return policy;
        }
        if (bean instanceof org.springframework.core.retry.RetryPolicy policy) {
            return new SpringRetryPolicy(policy);
        }
        throw new FlowConfigurationException(
                place,
                FlowProblem.noRetryPolicy(name, AopUtils.getTargetClass(bean).getName(), names()));
    }

    private List<String> names() {
        return Stream.of(RetryPolicy.class, org.springframework.core.retry.RetryPolicy.class)
                .flatMap(type -> Stream.of(beans.getBeanNamesForType(type, true, false)))
                .sorted()
                .toList();
    }

    /** Spring's policy has no upper bounds, and reports the lower ones without the place. */
    private RetryPolicy build(PropertyPath place, RetryProperties given) {
        RetrySettings checked;
        try {
            checked = new RetrySettings(
                    orElse(given.maxRetries(), RetrySettings.DEFAULT.maxRetries()),
                    orElse(given.delay(), RetrySettings.DEFAULT.delay()),
                    orElse(given.multiplier(), RetrySettings.DEFAULT.multiplier()),
                    orElse(given.maxDelay(), RetrySettings.DEFAULT.maxDelay()),
                    orElse(given.jitter(), RetrySettings.DEFAULT.jitter()),
                    classes(place.at("includes"), given.includes()),
                    classes(place.at("excludes"), given.excludes()));
        } catch (InvalidSettingException wrong) {
            FlowProblem problem = FlowProblem.invalidSetting(wrong.field(), wrong.reason(), wrong.allowed());
            throw new FlowConfigurationException(place.at(wrong.field()), problem, wrong);
        }
        return isCountedInMillis(checked) ? new SpringRetryPolicy(spring(checked)) : checked;
    }

    /** Spring counts milliseconds, and fails with a jitter if the delay has none. */
    private static boolean isCountedInMillis(RetrySettings settings) {
        return settings.delay().toMillis() > 0 && settings.maxDelay().compareTo(settings.delay()) >= 0;
    }

    private static org.springframework.core.retry.RetryPolicy spring(RetrySettings settings) {
        return org.springframework.core.retry.RetryPolicy.builder()
                .maxRetries(settings.maxRetries())
                .delay(settings.delay())
                .multiplier(settings.multiplier())
                .maxDelay(settings.maxDelay())
                .jitter(settings.jitter())
                .includes(settings.includes())
                .excludes(settings.excludes())
                .build();
    }

    private static <T> T orElse(@Nullable T given, T otherwise) {
        return given == null ? otherwise : given;
    }

    private Set<Class<? extends Throwable>> classes(PropertyPath place, @Nullable List<String> names) {
        Set<Class<? extends Throwable>> classes = new LinkedHashSet<>();
        for (String name : names == null ? List.<String>of() : names) {
            classes.add(exception(place, name.strip()));
        }
        return classes;
    }

    private Class<? extends Throwable> exception(PropertyPath place, String name) {
        Class<?> type;
        try {
            type = ClassUtils.forName(name, beans.getBeanClassLoader());
        } catch (ClassNotFoundException | LinkageError missing) {
            throw new FlowConfigurationException(place, FlowProblem.missingException(name), missing);
        }
        if (!Throwable.class.isAssignableFrom(type)) {
            throw new FlowConfigurationException(place, FlowProblem.noException(name));
        }
        return type.asSubclass(Throwable.class);
    }
}
