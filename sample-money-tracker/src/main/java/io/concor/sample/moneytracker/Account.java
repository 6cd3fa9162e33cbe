package io.concor.sample.moneytracker;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigDecimal;

/** An account and its balance. */
@Entity
class Account {

    @Id
    private String number;

    @Column(nullable = false)
    private BigDecimal balance;

    /** For JPA. */
    protected Account() {}

    BigDecimal balance() {
        return balance;
    }

    void balance(BigDecimal next) {
        balance = next;
    }
}
