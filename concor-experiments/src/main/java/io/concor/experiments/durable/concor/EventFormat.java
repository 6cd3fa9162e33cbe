package io.concor.experiments.durable.concor;

import io.concor.experiments.durable.subject.Event;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes events as their texts, as the other programs do. */
final class EventFormat implements MessageFormat {

    private static final String TYPE = "event";

    @Override
    public EncodedMessage write(@Nullable Object message) {
        Event event = (Event) Objects.requireNonNull(message);
        return new EncodedMessage(TYPE, 1, event.text().getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public boolean knows(String type, int version) {
        return type.equals(TYPE);
    }

    @Override
    public Event read(EncodedMessage message) {
        return Event.parse(new String(message.body(), StandardCharsets.US_ASCII));
    }
}
