package io.concor.sample.ussd;

import io.concor.SimpleTask;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.stereotype.Component;

/** Turns a request as it came in into a message of the server. */
@Component
class InTranslator implements SimpleTask<UssdRequest, UssdMessage> {

    private final AtomicLong lastId;

    InTranslator(InstantSource clock) {
        // a million requests per millisecond would have to pass before an id of the next start could meet one of this
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
