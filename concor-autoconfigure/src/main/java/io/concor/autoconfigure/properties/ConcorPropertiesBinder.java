package io.concor.autoconfigure.properties;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Binds the properties directly: before their bean exists, and after the environment has changed. */
public final class ConcorPropertiesBinder {

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
        UnknownSlotKeys.check(environment);
        return properties;
    }
}
