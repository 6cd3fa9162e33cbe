package io.concor.queues.jdbc;

import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;

/** Classifies failures by the classes of JDBC and the states of the SQL standard. */
final class StandardFailures {

    private StandardFailures() {}

    static SqlFailure classify(SQLException failed) {
        String state = Objects.requireNonNullElse(failed.getSQLState(), "");
        if (isConnection(failed, state)) {
            return SqlFailure.CONNECTION;
        }
        if (failed instanceof SQLTransactionRollbackException || state.startsWith("40")) {
            return SqlFailure.CONFLICT;
        }
        if (failed instanceof SQLIntegrityConstraintViolationException && state.equals("23505")) {
            return SqlFailure.DUPLICATE_KEY;
        }
        return SqlFailure.PERMANENT;
    }

    private static boolean isConnection(SQLException failed, String state) {
        return state.startsWith("08")
                || failed instanceof SQLTransientConnectionException
                || failed instanceof SQLNonTransientConnectionException
                || failed instanceof SQLRecoverableException;
    }
}
