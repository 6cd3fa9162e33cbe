package io.concor.sample.moneytracker;

import java.math.BigDecimal;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.stereotype.Component;

/**
 * Reads accounts and writes what becomes of them: two tasks of the flow, in one database transaction, which the flow
 * begins before the first and commits after the second, whatever threads run them.
 */
@Component
class TrxManager {

    private final AccountRepository accounts;
    private final TrxRepository booked;
    private final InstantSource clock;

    TrxManager(AccountRepository accounts, TrxRepository booked, InstantSource clock) {
        this.accounts = accounts;
        this.booked = booked;
        this.clock = clock;
    }

    /**
     * Locks the accounts and reads their balances.
     *
     * @throws TrxRefusedException when there is no such account, or another transaction has the id
     * @throws AlreadyBookedException when this transaction was booked before
     */
    ReadTrx read(Trx trx) {
        Map<String, BigDecimal> balances = new HashMap<>();
        // always in the same order: two transfers against each other would wait for each other otherwise
        trx.changes().keySet().stream().sorted().forEach(number -> balances.put(number, lock(trx, number)));
        // behind the locks: a request with the same id has either committed, or waits for this one
        booked.findById(trx.id()).ifPresent(record -> refuseOther(trx, record));
        return new ReadTrx(trx, Map.copyOf(balances));
    }

    private BigDecimal lock(Trx trx, String number) {
        return accounts.findAndLockByNumber(number)
                .orElseThrow(() -> TrxRefusedException.unknownAccount(trx, number))
                .balance();
    }

    private static void refuseOther(Trx trx, TrxRecord record) {
        if (!record.trx().equals(trx)) {
            throw TrxRefusedException.idTaken(trx);
        }
        throw new AlreadyBookedException(record.repeated());
    }

    /**
     * Writes the transaction and the balances.
     *
     * @throws TrxRefusedException when another transaction has the id, on other accounts, at the same time
     */
    BookedTrx update(CalculatedTrx calculated) {
        Trx trx = calculated.trx();
        BigDecimal balance = Objects.requireNonNull(calculated.balances().get(trx.account()));
        BookedTrx result = new BookedTrx(trx, balance, clock.instant().truncatedTo(ChronoUnit.MILLIS), false);
        insert(result);
        // the accounts that were read travel with the database transaction: nothing is read again
        calculated.balances().forEach((number, next) -> accounts.findById(number)
                .orElseThrow()
                .balance(next));
        accounts.flush();
        return result;
    }

    /** Before anything else is written, so that the key of transactions is all that can be violated. */
    private void insert(BookedTrx result) {
        try {
            booked.saveAndFlush(new TrxRecord(result));
        } catch (DataIntegrityViolationException taken) {
            throw TrxRefusedException.idTaken(result.trx());
        }
    }
}
