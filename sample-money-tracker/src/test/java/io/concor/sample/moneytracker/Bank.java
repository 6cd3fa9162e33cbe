package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.JdbcTemplate;

/** The accounts of a test, read from the database without the flow. */
final class Bank {

    private static final BigDecimal AT_FIRST = new BigDecimal("100.00");

    private final JdbcTemplate database;
    private final List<String> accounts;

    private Bank(JdbcTemplate database, List<String> accounts) {
        this.database = database;
        this.accounts = accounts;
    }

    /** Opens accounts with 100.00 each and closes those of the previous test. */
    static Bank open(JdbcTemplate database, int accounts) {
        database.update("delete from trx");
        database.update("delete from account where number like '7%'");
        List<String> numbers = IntStream.range(0, accounts)
                .mapToObj(i -> Integer.toString(700_000 + i))
                .toList();
        numbers.forEach(
                number -> database.update("insert into account (number, balance) values (?, ?)", number, AT_FIRST));
        return new Bank(database, numbers);
    }

    List<String> accounts() {
        return accounts;
    }

    String account(int index) {
        return accounts.get(index);
    }

    BigDecimal balance(String account) {
        return database.queryForObject("select balance from account where number = ?", BigDecimal.class, account);
    }

    /** Returns the recorded balance of each transaction. */
    Map<String, BigDecimal> booked() {
        Map<String, BigDecimal> booked = new HashMap<>();
        database.query("select id, balance from trx", row -> {
            booked.put(row.getString("id"), row.getBigDecimal("balance"));
        });
        return booked;
    }

    /** Asserts that each balance is the first balance and all bookings, and that the sum has not changed. */
    void addsUp() {
        Map<String, BigDecimal> expected = new HashMap<>();
        accounts.forEach(account -> expected.put(account, AT_FIRST));
        database.query("select account, counter_account, type, amount from trx", row -> {
            BigDecimal amount = row.getBigDecimal("amount");
            expected.merge(row.getString("account"), amount.negate(), BigDecimal::add);
            expected.merge(row.getString("counter_account"), amount, BigDecimal::add);
        });
        Map<String, BigDecimal> balances = new HashMap<>();
        accounts.forEach(account -> balances.put(account, balance(account)));
        assertThat(balances).as("the balance of each account").isEqualTo(expected);
        assertThat(balances.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add))
                .as("the sum of all balances")
                .isEqualTo(AT_FIRST.multiply(BigDecimal.valueOf(accounts.size())));
    }
}
