package io.concor.autoconfigure.diagnostics;

import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.MethodParameter;

/** Finds the name by which a bean is injected: that of the qualifier, the parameter or the field. */
final class InjectedName {

    private InjectedName() {}

    static @Nullable String of(Throwable failure) {
        @Nullable InjectionPoint point = null;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof UnsatisfiedDependencyException unsatisfied) {
                point = unsatisfied.getInjectionPoint();
            }
        }
        return point == null ? null : of(point);
    }

    private static @Nullable String of(InjectionPoint point) {
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
