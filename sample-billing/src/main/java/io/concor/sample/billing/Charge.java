package io.concor.sample.billing;

/**
 * What a record adds to the running balance of an account.
 *
 * @param account the number of the account
 * @param amount in hundredths of a cent
 */
public record Charge(String account, long amount) {}
