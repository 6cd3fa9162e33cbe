package io.concor.sample.moflow;

import java.time.Instant;

/**
 * A subscriber's conversation at the time of one message. Immutable, because the tasks after the session manager run on
 * other threads.
 *
 * @param id the id of its first message
 * @param messages the number of its messages, including this one
 * @param lastMessageAt when this message arrived
 */
record MoSession(String id, int messages, Instant lastMessageAt) {

    static MoSession begunBy(MoMessage message, Instant now) {
        return new MoSession(message.id(), 1, now);
    }

    MoSession next(Instant now) {
        return new MoSession(id, messages + 1, now);
    }
}
