package io.concor.autoconfigure.properties;

import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;

/** Binds the properties directly: before their bean exists, and after the environment has changed. */
public final class ConcorPropertiesBinder {

    private ConcorPropertiesBinder() {}

    /** Binds the properties. An unknown key is an error. */
    public static ConcorProperties bind(Environment environment) {
        ConcorProperties properties = Binder.get(environment)
                .bindOrCreate(PropertyPath.PREFIX, Bindable.of(ConcorProperties.class), new UnknownKeysBindHandler());
        UnknownSlotKeys.check(environment);
        return properties;
    }
}
