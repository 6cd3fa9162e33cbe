package io.concor.queues.jdbc;

import java.sql.SQLException;

/** The answer to a commit was lost: the transaction may have been committed, or not. */
public final class UnknownOutcomeException extends SQLException {

    private static final long serialVersionUID = 1L;

    UnknownOutcomeException(Throwable cause) {
        super("the answer to the commit was lost: " + cause, cause);
    }
}
