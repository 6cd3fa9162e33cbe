package io.concor.kafka;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Texts as messages, of which a process knows all versions up to one. */
public final class TextMessages implements MessageFormat {

    private static final String TYPE = "text";

    private final int version;
    private final boolean anyType;
    private final @Nullable String declared;

    public TextMessages() {
        this(1);
    }

    public TextMessages(int version) {
        this(version, true, null);
    }

    private TextMessages(int version, boolean anyType, @Nullable String declared) {
        this.version = version;
        this.anyType = anyType;
        this.declared = declared;
    }

    /** Returns messages of one type, {@code text}, which is the only one that is known. */
    static TextMessages ofOneType(boolean declared) {
        return new TextMessages(1, false, declared ? TYPE : null);
    }

    @Override
    public EncodedMessage write(@Nullable Object message) {
        return new EncodedMessage(TYPE, version, String.valueOf(message).getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public boolean knows(String type, int known) {
        return known <= version && (anyType || TYPE.equals(type));
    }

    @Override
    public @Nullable String declaredType() {
        return declared;
    }

    @Override
    public Object read(EncodedMessage message) {
        if (!knows(message.type(), message.version())) {
            throw new IllegalArgumentException("no " + message.type());
        }
        return new String(message.body(), StandardCharsets.UTF_8);
    }
}
