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

    private UnknownNameException(String message, String what, String name) {
        super(message);
        this.what = what;
        this.name = name;
    }

    /**
     * Returns the exception for a name of too many to list them.
     *
     * @param what the kind of the name
     * @param name the unknown name
     * @param reason why it may be unknown
     */
    public static UnknownNameException of(String what, String name, String reason) {
        return new UnknownNameException(
                "There is no " + what + " '" + SafeText.shown(name) + "'; " + reason, what, name);
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
