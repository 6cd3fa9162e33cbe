package io.concor.manage;

import io.concor.ConcorException;
import io.concor.text.SafeText;
import io.concor.text.SimilarNames;
import java.util.List;

/** A flow, slot or preset, or a version of a preset, does not exist. */
public final class UnknownNameException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String what;
    private final String name;

    /**
     * Creates the exception.
     *
     * @param what the kind of the name, such as {@code flow}, {@code slot}, {@code preset} or {@code version}
     * @param name the unknown name
     * @param known the existing names
     */
    public UnknownNameException(String what, String name, List<String> known) {
        super("There is no " + what + " '" + SafeText.shown(name) + "'" + SimilarNames.hint(name, known) + "; "
                + (known.isEmpty() ? "there is none at all" : "known: " + String.join(", ", known)));
        this.what = what;
        this.name = name;
    }

    /** Returns the kind of the name, such as {@code flow}, {@code slot}, {@code preset} or {@code version}. */
    public String what() {
        return what;
    }

    /** Returns the unknown name. */
    public String name() {
        return name;
    }
}
