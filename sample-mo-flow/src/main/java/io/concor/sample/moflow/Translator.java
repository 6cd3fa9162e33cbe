package io.concor.sample.moflow;

import io.concor.SimpleTask;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Converts an incoming message to a message of the gateway, with an id. */
@Component
@OnNode("edge")
class Translator implements SimpleTask<IncomingMessage, MoMessage> {

    private final AtomicLong lastId;

    Translator(InstantSource clock) {
        // the ids of the next start are greater, as long as fewer than a million messages arrive per millisecond
        lastId = new AtomicLong(clock.millis() << 20);
    }

    @Override
    public MoMessage apply(IncomingMessage incoming) {
        return new MoMessage(nextId(), incoming.msisdn(), incoming.shortCode(), incoming.message());
    }

    private String nextId() {
        return Long.toString(lastId.incrementAndGet(), Character.MAX_RADIX);
    }
}
