package io.concor.sample.moneytracker;

import io.concor.SideEffectTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Writes one line for each booked transaction to the logger {@code money-tracker.trx}. */
@Component
class TrxLogger implements SideEffectTask<BookedTrx> {

    private static final Logger TRX = LoggerFactory.getLogger("money-tracker.trx");

    @Override
    public void accept(BookedTrx booked) {
        Trx trx = booked.trx();
        TRX.info(
                "id={} type={} account={} counterAccount={} amount={} balance={}",
                trx.id(),
                trx.type(),
                trx.account(),
                trx.counterAccount(),
                trx.amount(),
                booked.balance());
    }
}
