package io.concor.autoconfigure.security.password;

/** A configured user cannot be used. Contains no part of the password. */
public class UnusableUserException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String property;

    /**
     * Creates an exception.
     *
     * @param property the property of the user that has no usable value
     * @param problem what is wrong, after the name of the property in a sentence
     */
    UnusableUserException(String property, String problem) {
        super(property + " " + problem);
        this.property = property;
    }

    String property() {
        return property;
    }
}
