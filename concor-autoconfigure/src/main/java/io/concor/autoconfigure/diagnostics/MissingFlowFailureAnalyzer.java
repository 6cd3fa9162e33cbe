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
 * Tells which flows there are where one is to be injected that is not among them: behind what says why a flow cannot be
 * made, before Boot says that there is no such bean.
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
                "%s needs a flow that is not there: %s.%n%nThe flows that are there:%n%n%s"
                        .formatted(place == null ? "A bean" : place, wanted, flows()),
                "Inject one of these by its types, and by its name (@Qualifier) where several have the same; or describe the missing one below 'concor.flows', or as a bean.",
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
