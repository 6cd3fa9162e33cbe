package io.concor.sample.moneytracker;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/** A booked transaction in the database. Written once, never changed. */
@Entity
@Table(name = "trx")
class TrxRecord implements Persistable<String> {

    @Id
    private String id;

    @Column(nullable = false)
    private String type;

    @Column(nullable = false)
    private String account;

    private @Nullable String counterAccount;

    @Column(nullable = false)
    private BigDecimal amount;

    @Column(nullable = false)
    private BigDecimal balance;

    @Column(nullable = false)
    private Instant bookedAt;

    /** For JPA. */
    protected TrxRecord() {}

    TrxRecord(BookedTrx booked) {
        Trx trx = booked.trx();
        id = trx.id();
        type = trx.type().name();
        account = trx.account();
        counterAccount = trx.counterAccount();
        amount = trx.amount();
        balance = booked.balance();
        bookedAt = booked.bookedAt();
    }

    Trx trx() {
        return new Trx(id, TrxType.valueOf(type), account, counterAccount, amount);
    }

    /** Returns the booking as the answer to a repeated request. */
    BookedTrx repeated() {
        return new BookedTrx(trx(), balance, bookedAt, true);
    }

    @Override
    public String getId() {
        return id;
    }

    /** Returns true, so that JPA inserts without a query before. The key rejects a duplicate. */
    @Override
    public boolean isNew() {
        return true;
    }
}
