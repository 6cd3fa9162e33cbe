package io.concor.experiments.batch;

/**
 * A costed event that is written.
 *
 * @param id unique
 * @param account the number of the account
 * @param amount the price, in hundredths of a cent
 */
record CostedRow(String id, String account, long amount) {}
