package io.concor.sample.moneytracker;

import java.math.BigDecimal;
import java.util.Map;

/**
 * A transaction and the new balances.
 *
 * @param trx the transaction
 * @param balances the balances after the transaction, by account
 */
record CalculatedTrx(Trx trx, Map<String, BigDecimal> balances) {}
