package io.concor.sample.moneytracker;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.math.BigDecimal;

/** The present value of an account. */
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
