package io.concor.sample.ussd;

import io.concor.SimpleTask;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Converts a request to a message of the server, with an id. */
@Component
class InTranslator implements SimpleTask<UssdRequest, UssdMessage> {

    private final AtomicLong lastId;

    InTranslator(InstantSource clock) {
        // the ids of the next start are greater, as long as fewer than a million requests arrive per millisecond
        lastId = new AtomicLong(clock.millis() << 20);
    }

    @Override
    public UssdMessage apply(UssdRequest request) {
        return new UssdMessage(
                nextId(), request.sessionId(), request.msisdn(), request.text().strip());
    }

    private String nextId() {
        return Long.toString(lastId.incrementAndGet(), Character.MAX_RADIX);
    }
}
