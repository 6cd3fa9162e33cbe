package io.concor.sample.moneytracker;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A transaction that is to be booked.
 *
 * @param id given by the client, and booked at most once
 * @param type what is done
 * @param account the account of the client
 * @param counterAccount the other account of a transfer, null else
 * @param amount greater than 0, with two decimals
 */
record Trx(
        String id, TrxType type, String account, @Nullable String counterAccount, BigDecimal amount) {

    /** The number of decimals of every amount and balance. */
    static final int SCALE = 2;

    /** By how much it changes each account. */
    Map<String, BigDecimal> changes() {
        return switch (type) {
            case DEPOSIT -> Map.of(account, amount);
            case WITHDRAWAL -> Map.of(account, amount.negate());
            case TRANSFER -> Map.of(account, amount.negate(), Objects.requireNonNull(counterAccount), amount);
        };
    }
}
