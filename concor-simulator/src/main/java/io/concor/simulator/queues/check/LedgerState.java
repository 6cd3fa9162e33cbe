package io.concor.simulator.queues.check;

/** What may be known of a message. */
enum LedgerState {
    /** The server has confirmed that it has the message. */
    ACKNOWLEDGED,
    /** A client has received it. */
    RECEIVED,
    /** The server has confirmed its end. */
    ENDED,
    /** Not expected: the server refused it, or it went to a client of another process. */
    UNEXPECTED
}
