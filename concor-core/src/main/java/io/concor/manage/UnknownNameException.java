package io.concor.manage;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import java.util.List;

/** There is no flow, slot or preset of that name, or no such version of a preset. */
public final class UnknownNameException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String what;
    private final String name;

    /**
     * Tells which name is not known.
     *
     * @param what {@code flow}, {@code slot}, {@code preset} or {@code version}
     * @param name the name asked for
     * @param known the names there are
     */
    public UnknownNameException(String what, String name, List<String> known) {
        super("There is no %s '%s'; known: %s"
                .formatted(what, SafeText.shown(name), known.isEmpty() ? "none" : String.join(", ", known)));
        this.what = what;
        this.name = name;
    }

    /** What was asked for: {@code flow}, {@code slot}, {@code preset} or {@code version}. */
    public String what() {
        return what;
    }

    /** The name asked for. */
    public String name() {
        return name;
    }
}
