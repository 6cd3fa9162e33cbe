package io.concor.autoconfigure.properties;

import io.concor.text.SafeText;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.origin.Origin;

/** Thrown if a value has a placeholder without a value. Contains no other part of the value, which may be a secret. */
public final class UnresolvedPlaceholderException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String variable;
    private final @Nullable String origin;

    UnresolvedPlaceholderException(ConfigurationProperty property, String variable) {
        super(String.format(
                Locale.ROOT,
                "%s is missing: the placeholder ${%s} has no value",
                property.getName(),
                SafeText.shown(variable)));
        this.variable = SafeText.shown(variable);
        Origin written = property.getOrigin();
        this.origin = written == null ? null : written.toString();
    }

    /** Returns the name of the variable or property that has no value. */
    public String variable() {
        return variable;
    }

    /** Returns where the placeholder is written, or null if that is unknown. */
    public @Nullable String origin() {
        return origin;
    }
}
