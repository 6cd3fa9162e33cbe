package io.concor.experiments.result;

/**
 * What was sent in a day, and what the database contains at its end. Amounts are hundredths of a cent.
 *
 * @param sent records that were sent
 * @param sentGood those of them that have a price
 * @param sentAmount the sum of their prices
 * @param answered records whose upload was answered with the outcome of all its records
 * @param resent how often an upload was sent again, because it was refused or an outcome was not known
 * @param events costed events
 * @param eventsAmount the sum of their amounts
 * @param balances the sum of the balances
 * @param rejected rejected records
 * @param wrongAccounts accounts whose balance, or whose sum of events, is not the sum of the prices that were sent for it
 */
public record DaySums(
        long sent,
        long sentGood,
        long sentAmount,
        long answered,
        long resent,
        long events,
        long eventsAmount,
        long balances,
        long rejected,
        long wrongAccounts) {

    /** Whether each record is billed or rejected once, and all sums are those that were sent. */
    public boolean exact() {
        return events == sentGood
                && rejected == sent - sentGood
                && answered == sent
                && eventsAmount == sentAmount
                && balances == sentAmount
                && wrongAccounts == 0;
    }
}
