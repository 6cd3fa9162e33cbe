package io.concor.autoconfigure.diagnostics;

import io.concor.Flow;
import io.concor.autoconfigure.flow.DeclaredBeanTypes;
import io.concor.text.Sentence;
import io.concor.text.SimilarNames;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;
import org.springframework.core.Ordered;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.Order;

/**
 * Reports the existing flows if the application injects a flow that does not exist, or one of several flows by a name
 * that none of them has. Runs after the analyzers of invalid flows and before Boot's analyzers of missing and ambiguous
 * beans.
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
        if (wanted == null || wanted.resolve() != Flow.class) {
            return null;
        }
        String name = injectedName(rootFailure);
        return new FailureAnalysis(
                Sentence.of(
                        "%s requires %s.%n%nExisting flows:%n%n%s",
                        place == null ? "A bean" : place, missing(cause, wanted, name), flows()),
                "Inject one of the existing flows by its types, and by its name (of the parameter or field, or @Qualifier) if several have the same types; or define the missing flow below 'concor.flows' or as a bean."
                        + (name == null
                                ? " Names of parameters need the compiler option '-parameters', which the plugins of Spring Boot set."
                                : ""),
                cause);
    }

    private String missing(NoSuchBeanDefinitionException cause, ResolvableType wanted, @Nullable String name) {
        String hint = name == null ? "" : hint(name);
        if (cause instanceof NoUniqueBeanDefinitionException several) {
            return Sentence.of(
                    "one flow of type %s, but there are %d, and none has the name %s",
                    wanted,
                    several.getNumberOfBeansFound(),
                    name == null ? "of the parameter, which is unknown" : Sentence.of("'%s'%s", name, hint));
        }
        return Sentence.of(
                "a flow that does not exist: %s%s",
                wanted, name == null ? "" : Sentence.of(" named '%s'%s", name, hint));
    }

    private String hint(String name) {
        return names().contains(name)
                ? Sentence.of(" ('%s' exists, but is a %s)", name, new DeclaredBeanTypes(beans).of(name))
                : SimilarNames.hint(name, names());
    }

    private List<String> names() {
        return Arrays.asList(beans.getBeanNamesForType(Flow.class, true, false));
    }

    private String flows() {
        String flows = names().stream().map(this::describe).collect(Collectors.joining(Sentence.of("%n")));
        return flows.isEmpty() ? "    none" : flows;
    }

    /** Describes a flow, and why its types are unknown: such a flow is injected only if no other one fits. */
    private String describe(String flow) {
        String reason = beans.containsBeanDefinition(flow)
                ? beans.getBeanDefinition(flow).getDescription()
                : null;
        return Sentence.of(
                "    - '%s': %s%s",
                flow,
                new DeclaredBeanTypes(beans).of(flow),
                reason == null || reason.isEmpty()
                        ? ""
                        : Sentence.of(
                                " (its types are unknown: %s; declare the types, or inject it with @Qualifier)",
                                reason));
    }

    /** Returns the name by which a bean is injected: that of the qualifier, the parameter or the field. */
    private static @Nullable String injectedName(Throwable failure) {
        @Nullable InjectionPoint point = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnsatisfiedDependencyException unsatisfied) {
                point = unsatisfied.getInjectionPoint();
            }
        }
        return point == null ? null : nameAt(point);
    }

    private static @Nullable String nameAt(InjectionPoint point) {
        Qualifier qualifier = point.getAnnotation(Qualifier.class);
        if (qualifier != null) {
            return qualifier.value();
        }
        MethodParameter parameter = point.getMethodParameter();
        return parameter == null ? point.getMember().getName() : named(parameter);
    }

    private static @Nullable String named(MethodParameter parameter) {
        parameter.initParameterNameDiscovery(new DefaultParameterNameDiscoverer());
        return parameter.getParameterName();
    }
}
