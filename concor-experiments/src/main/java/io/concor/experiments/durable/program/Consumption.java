package io.concor.experiments.durable.program;

import java.sql.Connection;
import java.sql.SQLException;

/** A way to take events out of the table and to run the task. */
interface Consumption {

    /**
     * Handles what is there, up to a batch. An open transaction is rolled back when the connection is given back.
     *
     * @return the number of events
     */
    int consume(Connection connection) throws SQLException;
}
