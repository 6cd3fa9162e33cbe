package io.concor.autoconfigure.properties;

import io.concor.text.SafeText;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/**
 * Finds environment variables that begin with {@code CONCOR_} and set no property, and system properties below {@code
 * concor} outside of its sections. They may be a misspelled property, but also be for another program, so that they are no
 * reason not to start.
 */
public final class UnknownVariables {

    private static final Predicate<String> OURS =
            Pattern.compile("CONCOR_[\\p{L}\\p{N}_]+", Pattern.CASE_INSENSITIVE).asMatchPredicate();
    /** Kubernetes sets such variables for a service whose name is, or begins with, concor. */
    private static final Predicate<String> OF_SERVICE = Pattern.compile(
                    "CONCOR(_.+)?_(SERVICE_HOST|SERVICE_PORT(_.+)?|PORT(_\\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)?)")
            .asMatchPredicate();

    private UnknownVariables() {}

    /**
     * Describes each unknown variable with those that it could mean.
     *
     * @param flows the names of all flows
     */
    public static List<String> describe(
            Environment environment, ConcorProperties properties, Collection<String> flows) {
        Set<String> otherSections = OtherSection.keys();
        return Stream.concat(
                        ofEnvironment(environment, properties, flows, otherSections),
                        names(environment, UnknownVariables::isSystemProperties)
                                .filter(UnknownVariables::isOutsideOfSections)
                                .filter(name -> !OtherSection.has(otherSections, name))
                                .map(name -> "-D" + SafeText.shown(name) + PropertyKeys.hint(name)))
                .toList();
    }

    private static Stream<String> ofEnvironment(
            Environment environment, ConcorProperties properties, Collection<String> flows, Set<String> otherSections) {
        List<String> variables = sources(environment)
                .map(ConfigurationPropertySource::getUnderlyingSource)
                .filter(SystemEnvironmentPropertySource.class::isInstance)
                .map(SystemEnvironmentPropertySource.class::cast)
                .flatMap(source -> Arrays.stream(source.getPropertyNames()))
                .filter(OURS.and(OF_SERVICE.negate()))
                .filter(variable -> !OtherSection.has(otherSections, variable))
                .sorted()
                .distinct()
                .toList();
        if (variables.isEmpty()) {
            return Stream.empty();
        }
        VariableNames known = new VariableNames(properties, flows);
        return variables.stream()
                .filter(variable -> !known.contains(variable))
                .map(variable -> variable + known.hint(variable));
    }

    private static Stream<ConfigurationPropertyName> names(
            Environment environment, Predicate<ConfigurationPropertySource> of) {
        return sources(environment)
                .filter(of)
                .filter(IterableConfigurationPropertySource.class::isInstance)
                .flatMap(source -> ((IterableConfigurationPropertySource) source).stream())
                .filter(PropertyPath.ROOT::isAncestorOf)
                .distinct()
                .sorted();
    }

    private static Stream<ConfigurationPropertySource> sources(Environment environment) {
        return StreamSupport.stream(
                ConfigurationPropertySources.get(environment).spliterator(), false);
    }

    static boolean isEnvironment(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource;
    }

    static boolean isSystemProperties(ConfigurationPropertySource source) {
        return source.getUnderlyingSource() instanceof PropertySource<?> properties
                && properties.getName().equals(StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME);
    }

    /** Whether the first key below {@code concor} is unknown. */
    static boolean isOutsideOfSections(ConfigurationPropertyName name) {
        return !PropertyKeys.isKnown(name.chop(PropertyPath.ROOT.getNumberOfElements() + 1));
    }
}
