package io.concor.simulator.queues.check;

/** What the delivery of a message means. */
enum DeliveryFinding {
    /** It was received as expected. */
    FIRST,
    /** It was received before, and came back after the end of its lease. */
    AGAIN,
    /** It was received before, and must not have come back. */
    TWICE,
    /** It was never sent to this client, or the server refused it. */
    UNEXPECTED
}
