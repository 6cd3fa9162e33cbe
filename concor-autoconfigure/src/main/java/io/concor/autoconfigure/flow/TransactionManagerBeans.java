package io.concor.autoconfigure.flow;

import io.concor.Transactions;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.autoconfigure.properties.TransactionSettings;
import io.concor.autoconfigure.transaction.ManagedTransactions;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.ReactiveTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;

/** Looks up transaction managers. */
final class TransactionManagerBeans {

    /** The bean that only the test slice of concor-test defines. */
    private static final String TEST_SLICE = "io.concor.test.autoconfigure.FlowTestAutoConfiguration";

    private final ConfigurableListableBeanFactory beans;

    TransactionManagerBeans(ConfigurableListableBeanFactory beans) {
        this.beans = beans;
    }

    Transactions transactions(ConfiguredTransaction scope) {
        PropertyPath place = scope.place().at("manager");
        String wanted = scope.settings().manager();
        String name = wanted == null || wanted.isBlank() ? defaultName(place) : wanted;
        PlatformTransactionManager manager = manager(place, name);
        beans.registerDependentBean(name, Objects.requireNonNull(place.flow()));
        return ManagedTransactions.of(manager, definition(scope)).named(name);
    }

    /** Returns the name of the only or the primary transaction manager. */
    private String defaultName(PropertyPath place) {
        try {
            NamedBeanHolder<PlatformTransactionManager> only = beans.resolveNamedBean(PlatformTransactionManager.class);
            return only.getBeanName();
        } catch (NoUniqueBeanDefinitionException several) {
            throw new FlowConfigurationException(
                    place, FlowProblem.ambiguousTransactionManager(names(PlatformTransactionManager.class)), several);
        } catch (NoSuchBeanDefinitionException none) {
            List<String> reactive = names(ReactiveTransactionManager.class);
            throw reactive.isEmpty()
                    ? new FlowConfigurationException(place, missing(null), none)
                    : unsupported(place, reactive.get(0), beans.getBean(reactive.get(0)));
        }
    }

    private PlatformTransactionManager manager(PropertyPath place, String name) {
        if (!beans.containsBean(name)) {
            throw new FlowConfigurationException(place, missing(name));
        }
        Object bean = beans.getBean(name);
        if (bean instanceof PlatformTransactionManager manager && ManagedTransactions.canChangeThreads(manager)) {
            return manager;
        }
        throw unsupported(place, name, bean);
    }

    private FlowProblem missing(@Nullable String name) {
        return FlowProblem.missingTransactionManager(
                name, names(PlatformTransactionManager.class), beans.containsBeanDefinition(TEST_SLICE));
    }

    private FlowConfigurationException unsupported(PropertyPath place, String name, Object bean) {
        return new FlowConfigurationException(
                place,
                FlowProblem.unsupportedTransactionManager(
                        name,
                        AopUtils.getTargetClass(bean).getName(),
                        reason(bean),
                        names(PlatformTransactionManager.class)));
    }

    private static String reason(Object bean) {
        if (bean instanceof ReactiveTransactionManager) {
            return "its transactions belong to a reactive subscription, not to a thread, so tasks do not find them";
        }
        return bean instanceof TransactionManager
                ? "it binds its transactions to threads outside of Spring, so they cannot change threads"
                : "it is not a transaction manager";
    }

    private List<String> names(Class<? extends TransactionManager> type) {
        return Stream.of(beans.getBeanNamesForType(type, true, false)).sorted().toList();
    }

    private static TransactionDefinition definition(ConfiguredTransaction scope) {
        TransactionSettings settings = scope.settings();
        DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
        definition.setName(scope.title());
        definition.setReadOnly(settings.readOnly());
        definition.setIsolationLevelName("ISOLATION_" + settings.isolation());
        if (settings.timeout() != null) {
            definition.setTimeout(Math.toIntExact(settings.timeout().toSeconds()));
        }
        return definition;
    }
}
