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
 * Reads the accounts and writes the new balances: two tasks of the flow in one database transaction. The flow begins the
 * database transaction before the first task and commits it after the second, whatever threads run them.
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
     * @throws TrxRefusedException if the account does not exist or another transaction has the id
     * @throws AlreadyBookedException if this transaction was booked before
     */
    ReadTrx read(Trx trx) {
        Map<String, BigDecimal> balances = new HashMap<>();
        // always in the same order: two opposite transfers would wait for each other otherwise
        trx.changes().keySet().stream().sorted().forEach(number -> balances.put(number, lock(trx, number)));
        // after the locks: another request with the same id has either committed or waits for this one
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
     * @throws TrxRefusedException if another transaction with the id, on other accounts, is booked at the same time
     */
    BookedTrx update(CalculatedTrx calculated) {
        Trx trx = calculated.trx();
        BigDecimal balance = Objects.requireNonNull(calculated.balances().get(trx.account()));
        BookedTrx result = new BookedTrx(trx, balance, clock.instant().truncatedTo(ChronoUnit.MILLIS), false);
        insert(result);
        // the accounts from the first task are still in the persistence context: nothing is read again
        calculated.balances().forEach((number, next) -> accounts.findById(number)
                .orElseThrow()
                .balance(next));
        accounts.flush();
        return result;
    }

    /** Inserts the record before any other write, so that only the key of transactions can be violated. */
    private void insert(BookedTrx result) {
        try {
            booked.saveAndFlush(new TrxRecord(result));
        } catch (DataIntegrityViolationException taken) {
            throw TrxRefusedException.idTaken(result.trx());
        }
    }
}
