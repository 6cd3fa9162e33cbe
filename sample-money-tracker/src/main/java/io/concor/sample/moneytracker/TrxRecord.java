package io.concor.sample.moneytracker;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.data.domain.Persistable;

/** A booked transaction in the database. It is written once and never changed. */
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

    /** What was booked, as an answer to whoever asks once more. */
    BookedTrx repeated() {
        return new BookedTrx(trx(), balance, bookedAt, true);
    }

    @Override
    public String getId() {
        return id;
    }

    /** Lets it be inserted without a look whether it is there: the key refuses what is. */
    @Override
    public boolean isNew() {
        return true;
    }
}
