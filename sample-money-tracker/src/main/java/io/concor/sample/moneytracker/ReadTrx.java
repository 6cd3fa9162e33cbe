package io.concor.sample.moneytracker;

import java.math.BigDecimal;
import java.util.Map;

/**
 * A transaction and the balances of its accounts, which are locked.
 *
 * @param trx the transaction
 * @param balances the balances before the transaction, by account
 */
record ReadTrx(Trx trx, Map<String, BigDecimal> balances) {}
