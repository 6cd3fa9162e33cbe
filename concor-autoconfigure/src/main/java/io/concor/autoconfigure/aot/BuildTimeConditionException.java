package io.concor.autoconfigure.aot;

import java.util.Locale;

/** Thrown if a property has another value than during the build, which decided which beans exist. */
final class BuildTimeConditionException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String property;
    private final String build;

    BuildTimeConditionException(String property, String build, String value) {
        super(String.format(
                Locale.ROOT,
                "Property '%s' is '%s', but was '%s' when the application was processed ahead of time",
                property,
                value,
                build));
        this.property = property;
        this.build = build;
    }

    String remedy() {
        return String.format(
                Locale.ROOT,
                "This property decides which beans exist. Set '%s' to '%s', or build the application again with the new value.",
                property,
                build);
    }
}
