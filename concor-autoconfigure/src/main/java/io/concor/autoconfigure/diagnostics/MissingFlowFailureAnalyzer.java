package io.concor.autoconfigure.diagnostics;

import io.concor.Flow;
import io.concor.autoconfigure.flow.DeclaredBeanTypes;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

/**
 * Reports the existing flows if the application injects a flow that does not exist. Runs after the analyzers of invalid
 * flows and before Boot's analyzer of missing beans.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 2)
final class MissingFlowFailureAnalyzer extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> {

    private final ConfigurableListableBeanFactory beans;

    MissingFlowFailureAnalyzer(BeanFactory beans) {
        this.beans = (ConfigurableListableBeanFactory) beans;
    }

    @Override
    protected @Nullable FailureAnalysis analyze(
            Throwable rootFailure, NoSuchBeanDefinitionException cause, @Nullable String place) {
        ResolvableType wanted = cause.getResolvableType();
        if (wanted == null || wanted.resolve() != Flow.class || cause instanceof NoUniqueBeanDefinitionException) {
            return null;
        }
        return new FailureAnalysis(
                "%s requires a flow that does not exist: %s.%n%nExisting flows:%n%n%s"
                        .formatted(place == null ? "A bean" : place, wanted, flows()),
                "Inject one of the existing flows by its types, and by its name (@Qualifier) if several have the same types; or define the missing flow below 'concor.flows' or as a bean.",
                cause);
    }

    private String flows() {
        DeclaredBeanTypes types = new DeclaredBeanTypes(beans);
        String flows = Stream.of(beans.getBeanNamesForType(Flow.class, true, false))
                .map(name -> "    - '%s': %s".formatted(name, types.of(name)))
                .collect(Collectors.joining("%n".formatted()));
        return flows.isEmpty() ? "    none" : flows;
    }
}
