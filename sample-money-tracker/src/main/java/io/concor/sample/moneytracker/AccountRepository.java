package io.concor.sample.moneytracker;

import jakarta.persistence.LockModeType;
import java.util.Optional;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.repository.Repository;

/** The accounts in the database. */
interface AccountRepository extends Repository<Account, String> {

    /** Waits until no other database transaction has it, and keeps it until this one ends. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    Optional<Account> findAndLockByNumber(String number);

    /** Asks the database only where the database transaction has not seen it yet. */
    Optional<Account> findById(String number);

    /** Writes what was changed. */
    void flush();
}
