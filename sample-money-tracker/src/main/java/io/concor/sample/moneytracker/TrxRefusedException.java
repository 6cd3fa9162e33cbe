package io.concor.sample.moneytracker;

import java.math.BigDecimal;
import java.util.Locale;

/** A transaction is not booked, for a reason that concerns its client. */
class TrxRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The reason. */
    enum Cause {
        UNKNOWN_ACCOUNT,
        OVERDRAFT,
        BALANCE_TOO_LARGE,
        ID_TAKEN
    }

    private final Cause cause;

    private TrxRefusedException(Cause cause, String reason) {
        super(reason, null, false, false); // an answer to a client needs no stack trace
        this.cause = cause;
    }

    static TrxRefusedException unknownAccount(Trx trx, String number) {
        return new TrxRefusedException(
                Cause.UNKNOWN_ACCOUNT,
                String.format(Locale.ROOT, "transaction %s: there is no account %s", trx.id(), number));
    }

    static TrxRefusedException overdraft(Trx trx, BigDecimal balance) {
        return new TrxRefusedException(
                Cause.OVERDRAFT,
                String.format(
                        Locale.ROOT,
                        "transaction %s: account %s has %s, which is less than %s",
                        trx.id(),
                        trx.account(),
                        balance,
                        trx.amount()));
    }

    static TrxRefusedException balanceTooLarge(Trx trx, String number, BigDecimal limit) {
        return new TrxRefusedException(
                Cause.BALANCE_TOO_LARGE,
                String.format(
                        Locale.ROOT, "transaction %s: account %s cannot hold more than %s", trx.id(), number, limit));
    }

    static TrxRefusedException idTaken(Trx trx) {
        return new TrxRefusedException(
                Cause.ID_TAKEN,
                String.format(Locale.ROOT, "transaction %s: another transaction has this id", trx.id()));
    }

    Cause why() {
        return cause;
    }
}
