package io.concor.experiments.testbed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * Accounts of the sample money-tracker. Each transfer goes from a random telephone number of the simulator to another
 * one prefixed with 1, so that few transfers wait for each other and none fails.
 */
final class Accounts {

    /** The first telephone number. */
    static final long FIRST = 94770000000L;

    /** Number of telephone numbers. */
    static final int COUNT = 10_000;

    private static final int BATCH = 1000;

    private Accounts() {}

    /** Inserts all accounts. The application must have created the tables. */
    static void open(DatabaseProcess database) {
        try (Connection connection = database.connect();
                PreparedStatement insert =
                        connection.prepareStatement("insert into account (number, balance) values (?, 1000000)")) {
            connection.setAutoCommit(false);
            for (int i = 0; i < COUNT; i++) {
                add(insert, Long.toString(FIRST + i));
                add(insert, "1" + (FIRST + i));
                if (i % BATCH == BATCH - 1) {
                    insert.executeBatch();
                }
            }
            connection.commit();
        } catch (SQLException failed) {
            throw new ExperimentException("Cannot insert the accounts into " + database, failed);
        }
    }

    private static void add(PreparedStatement insert, String number) throws SQLException {
        insert.setString(1, number);
        insert.addBatch();
    }
}
