package io.concor.sample.moneytracker;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A transaction to book.
 *
 * @param id from the client; booked at most once
 * @param type the type
 * @param account the account of the client
 * @param counterAccount the other account of a transfer, or null
 * @param amount greater than 0, with two decimals
 */
record Trx(
        String id, TrxType type, String account, @Nullable String counterAccount, BigDecimal amount) {

    /** The number of decimals of every amount and balance. */
    static final int SCALE = 2;

    /** Returns the change of the balance of each account. */
    Map<String, BigDecimal> changes() {
        return switch (type) {
            case DEPOSIT -> Map.of(account, amount);
            case WITHDRAWAL -> Map.of(account, amount.negate());
            case TRANSFER -> Map.of(account, amount.negate(), Objects.requireNonNull(counterAccount), amount);
        };
    }
}
