package io.concor.experiments.result;

/**
 * What was sent in a day, and what the database contains at its end. Amounts are hundredths of a cent.
 *
 * @param sent records that were sent
 * @param sentGood those of them that have a price
 * @param sentAmount the sum of their prices
 * @param answeredBilled records whose final answer was that they are billed
 * @param answeredRejected records whose final answer was that they are rejected
 * @param resent how often a record was sent again, because it was refused or its outcome was not known
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
        long answeredBilled,
        long answeredRejected,
        long resent,
        long events,
        long eventsAmount,
        long balances,
        long rejected,
        long wrongAccounts) {

    /** Whether each record is billed or rejected once, and all sums are those that were sent. */
    public boolean exact() {
        return events == sentGood
                && answeredBilled == sentGood
                && rejected == sent - sentGood
                && answeredRejected == rejected
                && eventsAmount == sentAmount
                && balances == sentAmount
                && wrongAccounts == 0;
    }
}
