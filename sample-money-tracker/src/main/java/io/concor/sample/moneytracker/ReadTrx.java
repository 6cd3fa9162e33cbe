package io.concor.sample.moneytracker;

import java.math.BigDecimal;
import java.util.Map;

/**
 * A transaction and the balances of its accounts, which are locked for it.
 *
 * @param trx the transaction
 * @param balances by account, before the transaction
 */
record ReadTrx(Trx trx, Map<String, BigDecimal> balances) {}
