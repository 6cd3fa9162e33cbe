package io.concor.sample.support.access;

/** A configured password cannot be used. Contains no part of the password. */
class UnusablePasswordException extends IllegalArgumentException {

    private static final long serialVersionUID = 1L;

    private final String variable;

    /**
     * Creates an exception.
     *
     * @param property the property of the password
     * @param variable the environment variable that sets it
     * @param problem what is wrong, after the name of the property in a sentence
     */
    UnusablePasswordException(String property, String variable, String problem) {
        super(property + " " + problem);
        this.variable = variable;
    }

    String variable() {
        return variable;
    }
}
