package io.concor.sample.moneytracker;

/** What a transaction does to its account. */
enum TrxType {
    /** Adds to the account. */
    DEPOSIT,
    /** Takes from the account. */
    WITHDRAWAL,
    /** Takes from the account and adds to the counter account. */
    TRANSFER
}
