package io.concor.sample.moneytracker;

import java.math.BigDecimal;
import java.util.Map;

/**
 * A transaction and what it comes to.
 *
 * @param trx the transaction
 * @param balances by account, after the transaction
 */
record CalculatedTrx(Trx trx, Map<String, BigDecimal> balances) {}
