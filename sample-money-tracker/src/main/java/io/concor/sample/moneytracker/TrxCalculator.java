package io.concor.sample.moneytracker;

import io.concor.SimpleTask;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Calculates the new balances and rejects balances that an account cannot have. */
@Component
class TrxCalculator implements SimpleTask<ReadTrx, CalculatedTrx> {

    /** The greatest balance of an account. */
    static final BigDecimal MAX_BALANCE = new BigDecimal("999999999999999.99");

    @Override
    public CalculatedTrx apply(ReadTrx read) {
        Map<String, BigDecimal> balances = new HashMap<>(read.balances());
        read.trx().changes().forEach((number, change) -> balances.merge(number, change, BigDecimal::add));
        balances.forEach((number, balance) -> check(read, number, balance));
        return new CalculatedTrx(read.trx(), Map.copyOf(balances));
    }

    private static void check(ReadTrx read, String number, BigDecimal balance) {
        if (balance.signum() < 0) {
            throw TrxRefusedException.overdraft(
                    read.trx(), balance.add(read.trx().amount()));
        }
        if (balance.compareTo(MAX_BALANCE) > 0) {
            throw TrxRefusedException.balanceTooLarge(read.trx(), number, MAX_BALANCE);
        }
    }
}
