package io.concor.sample.moneytracker;

import jakarta.persistence.LockModeType;
import java.util.Optional;
import org.springframework.data.jpa.repository.Lock;
import org.springframework.data.repository.Repository;

/** The accounts in the database. */
interface AccountRepository extends Repository<Account, String> {

    /** Locks the account until the end of the database transaction. Waits while another one holds the lock. */
    @Lock(LockModeType.PESSIMISTIC_WRITE)
    Optional<Account> findAndLockByNumber(String number);

    /** Reads the account, unless the database transaction has read it before. */
    Optional<Account> findById(String number);

    /** Writes the changes. */
    void flush();
}
