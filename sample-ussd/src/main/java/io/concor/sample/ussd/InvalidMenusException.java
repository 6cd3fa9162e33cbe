package io.concor.sample.ussd;

import org.jspecify.annotations.Nullable;

/** The menus cannot be used as they stand in their file. */
class InvalidMenusException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String what;
    private final String action;

    /**
     * Tells what is wrong.
     *
     * @param what the place, its value, and what is wrong with it
     * @param action what to do
     * @param cause what a reader of the file said, or null
     */
    InvalidMenusException(String what, String action, @Nullable Throwable cause) {
        super(what + ": " + action, cause);
        this.what = what;
        this.action = action;
    }

    String what() {
        return what;
    }

    String action() {
        return action;
    }
}
