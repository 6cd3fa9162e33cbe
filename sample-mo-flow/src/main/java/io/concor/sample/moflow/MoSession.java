package io.concor.sample.moflow;

import java.time.Instant;

/**
 * A subscriber's conversation, as it was at one message. A value: the tasks behind the session manager run on other
 * threads.
 *
 * @param id the id of the message that began it
 * @param messages how many messages it has, this one included
 * @param lastMessageAt when this message came
 */
record MoSession(String id, int messages, Instant lastMessageAt) {

    static MoSession begunBy(MoMessage message, Instant now) {
        return new MoSession(message.id(), 1, now);
    }

    MoSession next(Instant now) {
        return new MoSession(id, messages + 1, now);
    }
}
