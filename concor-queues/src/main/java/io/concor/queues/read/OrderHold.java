package io.concor.queues.read;

/**
 * Why the later events of a key wait.
 *
 * @param id the row of the event that holds them
 * @param dueAt when that event is tried again, epoch milliseconds of the database; {@link #BY_PERSON} if a person decides
 */
record OrderHold(long id, long dueAt) {

    static final long BY_PERSON = Long.MAX_VALUE;

    boolean isDue(long nowMillis) {
        return dueAt <= nowMillis;
    }
}
