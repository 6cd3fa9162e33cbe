package io.concor.autoconfigure.properties;

import io.concor.text.SafeText;
import io.concor.text.Sentence;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;

/** Thrown if a value has a placeholder without a value. Contains no other part of the value, which may be a secret. */
final class UnresolvedPlaceholderException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private final String origin;

    UnresolvedPlaceholderException(ConfigurationProperty property, String variable) {
        super(
                Sentence.of(
                        "%s is missing: the placeholder ${%s} has no value",
                        property.getName(), SafeText.shown(variable)),
                Sentence.of(
                        "Set the environment variable or property %s, or write a value in place of the placeholder.",
                        SafeText.shown(variable)),
                null);
        Origin written = property.getOrigin();
        this.origin = written == null ? "" : Sentence.of("%n%n    Origin: %s", written);
    }

    @Override
    public String description() {
        return super.description() + origin;
    }
}
