package io.concor;

import org.jspecify.annotations.Nullable;

/** The superclass of errors that occur at a component because of its task. */
abstract class ComponentException extends FlowException {
    private static final long serialVersionUID = 1L;

    private final String component;

    ComponentException(String flow, String component, String problem) {
        super(flow, text(flow, component, null, problem), false);
        this.component = component;
    }

    ComponentException(String flow, Component place, String problem, Throwable cause) {
        super(flow, text(flow, place.name(), place.bean(), problem), cause);
        this.component = place.name();
    }

    private static String text(String flow, String component, @Nullable String bean, String problem) {
        String ofBean = bean == null ? "" : ", bean '" + bean + "'";
        return "Flow '" + flow + "', component '" + component + "'" + ofBean + ": " + problem;
    }

    /** Returns the name of the component at which the error occurred. */
    public String component() {
        return component;
    }
}
