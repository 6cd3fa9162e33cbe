package io.concor.sample.moneytracker;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A booked transaction.
 *
 * @param trx the transaction
 * @param balance the balance of the client's account after the transaction
 * @param bookedAt when it was booked
 * @param repeated whether it was booked before this request
 */
record BookedTrx(Trx trx, BigDecimal balance, Instant bookedAt, boolean repeated) {}
