package io.concor.sample.moflow;

import io.concor.SimpleTask;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Turns a message as it came in into a message of the gateway. */
@Component
class Translator implements SimpleTask<IncomingMessage, MoMessage> {

    private final AtomicLong lastId;

    Translator(InstantSource clock) {
        // a million messages per millisecond would have to pass before an id of the next start could meet one of this
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
