package io.concor.autoconfigure.properties;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/** Binds the properties directly: before their bean exists, and after the environment has changed. */
public final class ConcorPropertiesBinder {

    private ConcorPropertiesBinder() {}

    /** Binds the properties as strictly as their bean is bound: an unknown key is an error. */
    public static ConcorProperties bind(Environment environment) {
        BindHandler strict = new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
        ConcorProperties properties =
                Binder.get(environment).bindOrCreate(PropertyPath.PREFIX, Bindable.of(ConcorProperties.class), strict);
        UnknownSlotKeys.check(environment);
        return properties;
    }
}
