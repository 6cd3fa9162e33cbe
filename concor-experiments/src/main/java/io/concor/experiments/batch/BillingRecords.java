package io.concor.experiments.batch;

/**
 * The records of a day, by number, and their prices. Each hundredth has a line without account, so that it is rejected.
 * The others are spread over the accounts.
 */
final class BillingRecords {

    /** Number of accounts, each with one line. */
    static final int ACCOUNTS = 1000;
    /** The price of each started minute, in hundredths of a cent. */
    static final long PRICE = 1990;

    private static final int REJECTED_OF = 100;
    private static final int SPREAD = 7919;
    private static final int LONGEST_SECONDS = 600;
    private static final int SECONDS_PER_MINUTE = 60;
    /** Shorter calls cost nothing. */
    private static final int SHORTEST_SECONDS = 2;

    private BillingRecords() {}

    static boolean isGood(long number) {
        return number % REJECTED_OF != 0;
    }

    /** Returns the index of the account of a good record. */
    static int account(long number) {
        return (int) (number * SPREAD % ACCOUNTS);
    }

    /** Returns the number of an account. */
    static String accountNumber(int index) {
        return "7%06d".formatted(index);
    }

    /** Returns the line of an account. */
    static String line(int index) {
        return "4915%06d".formatted(index);
    }

    private static int seconds(long number) {
        return SHORTEST_SECONDS + (int) (number * SPREAD % (LONGEST_SECONDS - SHORTEST_SECONDS));
    }

    /** Returns the price of a good record, in hundredths of a cent. */
    static long price(long number) {
        return (seconds(number) + SECONDS_PER_MINUTE - 1) / SECONDS_PER_MINUTE * PRICE;
    }

    /** Returns a record as it is sent. */
    static String text(long number) {
        String caller = isGood(number) ? line(account(number)) : "4916000000";
        return "{\"id\":\"d-" + number + "\",\"caller\":\"" + caller
                + "\",\"called\":\"4930123456\",\"start\":\"2026-11-26T10:00:00Z\",\"seconds\":\"" + seconds(number)
                + "\"}";
    }
}
