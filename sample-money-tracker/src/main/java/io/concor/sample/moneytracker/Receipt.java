package io.concor.sample.moneytracker;

import java.time.Instant;

/**
 * The answer for a booked transaction. Amounts are texts, because many clients read numbers as floats.
 *
 * @param id the id of the transaction
 * @param account the account of the client
 * @param amount the amount
 * @param balance the balance of the account after the transaction
 * @param bookedAt when it was booked
 */
record Receipt(String id, String account, String amount, String balance, Instant bookedAt) {

    static Receipt of(BookedTrx booked) {
        Trx trx = booked.trx();
        return new Receipt(
                trx.id(),
                trx.account(),
                trx.amount().toPlainString(),
                booked.balance().toPlainString(),
                booked.bookedAt());
    }
}
