package io.concor.sample.moflow;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;

/** An application that receives the messages of subscribers. */
@Entity
class Application {

    @Id
    private Long id;

    @Column(nullable = false)
    private String name;

    /** For JPA. */
    protected Application() {}

    String name() {
        return name;
    }
}
