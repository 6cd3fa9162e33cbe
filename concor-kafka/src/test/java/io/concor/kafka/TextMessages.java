package io.concor.kafka;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts as messages, of which a process knows all versions up to one. */
public final class TextMessages implements MessageFormat {

    private final int version;

    public TextMessages() {
        this(1);
    }

    public TextMessages(int version) {
        this.version = version;
    }

    @Override
    public EncodedMessage write(@Nullable Object message) {
        return new EncodedMessage("text", version, String.valueOf(message).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean knows(String type, int known) {
        return known <= version;
    }

    @Override
    public Object read(EncodedMessage message) {
        return new String(message.body(), StandardCharsets.UTF_8);
    }
}
