package io.concor.queues.client.jdbc;

/**
 * What the database said about a message that was sent.
 *
 * @param senderKnown whether the sender is registered
 * @param queueKnown whether the queue exists
 * @param receiverKnown whether the receiver is registered; true without one
 * @param taken whether the message was stored; if not and all are known, one of the same id had been
 * @param id its place
 */
record SendAnswer(boolean senderKnown, boolean queueKnown, boolean receiverKnown, boolean taken, long id) {

    /** Returns the same answer with a place. */
    SendAnswer at(long place) {
        return new SendAnswer(senderKnown, queueKnown, receiverKnown, taken, place);
    }
}
