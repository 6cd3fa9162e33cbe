package io.concor.queueserver.request;

import io.concor.ConcorException;

/** A caller is known, but may not do what it asked for. */
final class ForbiddenException extends ConcorException {

    private static final long serialVersionUID = 1L;

    ForbiddenException(String reason) {
        super(reason, false);
    }
}
