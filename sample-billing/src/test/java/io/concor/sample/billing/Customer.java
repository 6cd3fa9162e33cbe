package io.concor.sample.billing;

import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * An account of a test, with one line, opened with a balance of 0.
 *
 * @param account the number of the account
 * @param line the number of the line
 */
record Customer(String account, String line) {

    private static final AtomicInteger NUMBERS = new AtomicInteger(700_000);

    /** Opens an account of the product {@code basic}: 0.1990 for each started minute of a domestic call. */
    static Customer open(JdbcTemplate database) {
        int number = NUMBERS.incrementAndGet();
        Customer opened = new Customer("7" + number, "4915" + number);
        database.update("insert into account (number, product, balance) values (?, 'basic', 0)", opened.account());
        database.update("insert into subscriber_line (number, account) values (?, ?)", opened.line(), opened.account());
        return opened;
    }

    /** Returns the stored balance, in hundredths of a cent. */
    long stored(JdbcTemplate database) {
        return database.queryForObject("select balance from account where number = ?", Long.class, account);
    }
}
