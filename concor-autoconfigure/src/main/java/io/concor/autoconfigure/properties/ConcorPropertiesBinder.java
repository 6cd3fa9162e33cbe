package io.concor.autoconfigure.properties;

import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.Environment;

/** Binds the properties directly: before their bean exists, and after the environment has changed. */
public final class ConcorPropertiesBinder {

    private static final ConfigurationPropertyName FLOWS = PropertyPath.ROOT.append("flows");

    private ConcorPropertiesBinder() {}

    /** Returns a handler with which keys of maps become the names that they mean, and an empty value the default. */
    public static BindHandler lenient(BindHandler parent, Environment environment) {
        return new CanonicalKeysBindHandler(new EmptyValuesBindHandler(parent), environment);
    }

    /**
     * Returns a handler for the bean, which is {@linkplain #lenient lenient} and rejects placeholders without a value. They
     * may have one only at run time, after the application was processed ahead of time.
     */
    public static BindHandler ofBean(BindHandler parent, Environment environment) {
        return lenient(new ResolvedValuesBindHandler(parent), environment);
    }

    /**
     * Binds the properties. An unknown key is an error.
     *
     * @throws org.springframework.boot.context.properties.bind.BindException if a value is invalid or a key unknown, or if a
     *     key means several flows, components or users
     */
    public static ConcorProperties bind(Environment environment) {
        ConcorProperties properties = Binder.get(environment)
                .bindOrCreate(
                        PropertyPath.PREFIX,
                        Bindable.of(ConcorProperties.class),
                        new UnknownKeysBindHandler(environment));
        requireKnownKeysOfFlows(environment);
        return properties;
    }

    /** Boot's strict binding misses keys of slots: below an element of a list, it checks one level only. */
    private static void requireKnownKeysOfFlows(Environment environment) {
        Set<ConfigurationProperty> unknown = new LinkedHashSet<>();
        for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
            if (source instanceof IterableConfigurationPropertySource names
                    && !UnknownVariables.isEnvironment(source)) {
                names.stream()
                        .filter(FLOWS::isAncestorOf)
                        .filter(name -> !PropertyKeys.isKnown(name))
                        .map(source::getConfigurationProperty)
                        .forEach(unknown::add);
            }
        }
        if (!unknown.isEmpty()) {
            throw new UnboundConfigurationPropertiesException(unknown);
        }
    }
}
