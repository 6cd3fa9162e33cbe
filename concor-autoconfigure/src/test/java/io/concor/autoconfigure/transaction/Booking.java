package io.concor.autoconfigure.transaction;

import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

@Entity
@Table(name = "booking")
class Booking {

    @Id
    private int id;

    private String note = "";

    protected Booking() {}

    Booking(int id) {
        this.id = id;
    }

    int id() {
        return id;
    }

    void note(String changed) {
        note = changed;
    }
}
