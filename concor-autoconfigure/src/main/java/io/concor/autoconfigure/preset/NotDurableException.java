package io.concor.autoconfigure.preset;

import java.io.IOException;

/** Thrown if a file was replaced or deleted, but a crash of the machine may undo that. */
final class NotDurableException extends IOException {

    private static final long serialVersionUID = 1L;

    NotDurableException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
