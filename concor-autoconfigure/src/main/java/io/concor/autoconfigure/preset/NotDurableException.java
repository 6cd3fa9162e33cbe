package io.concor.autoconfigure.preset;

import java.io.IOException;

/** A file was replaced or deleted, but a crash of the machine may take that back. */
final class NotDurableException extends IOException {

    private static final long serialVersionUID = 1L;

    NotDurableException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
