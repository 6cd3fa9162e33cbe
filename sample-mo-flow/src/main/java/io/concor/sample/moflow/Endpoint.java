package io.concor.sample.moflow;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;

/** An address at which an application receives messages. */
@Entity
class Endpoint {

    @Id
    private Long id;

    @ManyToOne(optional = false, fetch = FetchType.LAZY)
    private Application application;

    @Column(nullable = false)
    private String address;

    @Column(nullable = false)
    private boolean enabled;

    /** For JPA. */
    protected Endpoint() {}

    /** Returns a URL, or a path below {@code mo-flow.applications.base-url}. */
    String address() {
        return address;
    }
}
