package io.concor.sample.billing;

import org.jspecify.annotations.Nullable;

/**
 * What the master data say about a call.
 *
 * @param account the account of the caller's line
 * @param product its product
 * @param tariff the price for the called number, or null if the product has none
 */
record Rate(String account, String product, @Nullable Tariff tariff) {

    /**
     * The price of calls to a group of numbers.
     *
     * @param price for each started increment, in hundredths of a cent
     * @param incrementSeconds the length of an increment
     */
    record Tariff(long price, int incrementSeconds) {

        /** Returns the price of a call, in hundredths of a cent. */
        long priceOf(int seconds) {
            long increments = (seconds + incrementSeconds - 1L) / incrementSeconds;
            return Math.multiplyExact(increments, price);
        }
    }
}
