package io.concor.queues.store;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts as messages. */
public final class TextFormat implements MessageFormat {

    /** This text cannot be written. */
    public static final String UNWRITABLE = "unwritable";

    private final int version;

    public TextFormat() {
        this(1);
    }

    public TextFormat(int version) {
        this.version = version;
    }

    @Override
    public EncodedMessage write(@Nullable Object message) {
        if (UNWRITABLE.equals(message)) {
            throw new IllegalArgumentException("cannot be written");
        }
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
