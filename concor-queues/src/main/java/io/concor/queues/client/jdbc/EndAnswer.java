package io.concor.queues.client.jdbc;

/** What the database said about the end of a leased message. */
enum EndAnswer {
    ENDED,
    UNKNOWN_CLIENT,
    UNKNOWN_QUEUE,
    /** Another client has leased it. */
    NOT_LEASED_BY_CLIENT,
    /** The lease has ended, or the message is gone. */
    GONE
}
