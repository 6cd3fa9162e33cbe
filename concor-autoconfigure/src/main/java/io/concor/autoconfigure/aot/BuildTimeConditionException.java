package io.concor.autoconfigure.aot;

import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.text.Sentence;

/** Thrown if a property has another value than during the build, which decided which beans exist. */
final class BuildTimeConditionException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    BuildTimeConditionException(String property, String build, String value) {
        super(
                Sentence.of(
                        "Property '%s' is '%s', but was '%s' when the application was processed ahead of time",
                        property, value, build),
                Sentence.of(
                        "This property decides which beans exist. Set '%s' to '%s', or build the application again with the new value.",
                        property, build),
                null);
    }
}
