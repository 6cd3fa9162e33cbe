package io.concor.autoconfigure.properties;

import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/** Reads the properties where their bean is not there yet, or is older than the environment. */
public final class ConcorPropertiesBinder {

    private ConcorPropertiesBinder() {}

    /** As strict as the binding of the bean. */
    public static ConcorProperties bind(Environment environment) {
        BindHandler strict = new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
        ConcorProperties properties =
                Binder.get(environment).bindOrCreate(PropertyPath.PREFIX, Bindable.of(ConcorProperties.class), strict);
        UnknownSlotKeys.check(environment);
        return properties;
    }
}
