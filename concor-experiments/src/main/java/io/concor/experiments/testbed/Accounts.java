package io.concor.experiments.testbed;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/**
 * The accounts of the money tracker: each transfer goes from one of the simulator's telephone numbers to another of them
 * with a 1 in front, both drawn at random, so that few transfers wait for each other and none fails.
 */
final class Accounts {

    /** The first telephone number. */
    static final long FIRST = 94770000000L;

    /** How many there are. */
    static final int COUNT = 10_000;

    private static final int BATCH = 1000;

    private Accounts() {}

    /** Opens all of them. The application has made the tables. */
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
            throw new ExperimentException("The accounts cannot be opened in " + database, failed);
        }
    }

    private static void add(PreparedStatement insert, String number) throws SQLException {
        insert.setString(1, number);
        insert.addBatch();
    }
}
