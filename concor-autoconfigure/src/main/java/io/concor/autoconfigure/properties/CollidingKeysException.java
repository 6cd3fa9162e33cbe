package io.concor.autoconfigure.properties;

import io.concor.text.SafeText;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** Thrown if a key of a map means several flows, components or users, because it has the uniform form of all of them. */
public final class CollidingKeysException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final PropertyPath place;

    CollidingKeysException(PropertyPath place, List<String> names) {
        super(String.format(
                Locale.ROOT,
                "Property '%s' means several names: %s. In properties, Spring ignores upper case, hyphens and other special characters",
                place.property(),
                names.stream()
                        .map(name -> "'" + SafeText.shown(name) + "'")
                        .sorted()
                        .collect(Collectors.joining(" and "))));
        this.place = place;
    }

    /** The property whose last key means several names. */
    public PropertyPath place() {
        return place;
    }
}
