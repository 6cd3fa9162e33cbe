package io.concor.autoconfigure.properties;

import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.List;
import java.util.stream.Collectors;

/** Thrown if a key of a map means several flows, components or users, because it has the uniform form of all of them. */
public final class CollidingKeysException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private final String property;

    CollidingKeysException(PropertyPath place, List<String> names) {
        super(
                Sentence.of(
                        "Property '%s' means several names: %s. In properties, Spring ignores upper case, hyphens and other special characters",
                        place.property(),
                        names.stream()
                                .map(name -> "'" + SafeText.shown(name) + "'")
                                .sorted()
                                .collect(Collectors.joining(" and "))),
                "Write one name in the same way everywhere. Rename one of two flows, components or users, so that their letters or digits differ.",
                null);
        this.property = place.property();
    }

    /** Returns the property whose last key means several names. */
    @Override
    public String property() {
        return property;
    }
}
