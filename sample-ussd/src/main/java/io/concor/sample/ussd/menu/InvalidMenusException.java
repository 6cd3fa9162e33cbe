package io.concor.sample.ussd.menu;

import org.jspecify.annotations.Nullable;

/** The file of the menus is invalid. */
class InvalidMenusException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String what;
    private final String action;

    /**
     * Creates the exception.
     *
     * @param what the place, its value, and what is wrong
     * @param action what to do
     * @param cause the error of the reader, or null
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
