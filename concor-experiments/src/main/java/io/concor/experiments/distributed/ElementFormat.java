package io.concor.experiments.distributed;

import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes elements with a byte for each character. */
final class ElementFormat implements MessageFormat {

    private static final String TYPE = "element";

    @Override
    public EncodedMessage write(@Nullable Object message) {
        Element element = (Element) Objects.requireNonNull(message);
        byte[] text = element.text().getBytes(StandardCharsets.ISO_8859_1);
        ByteBuffer body = ByteBuffer.allocate(Integer.BYTES + text.length)
                .putInt(element.index())
                .put(text);
        return new EncodedMessage(TYPE, 1, body.array());
    }

    @Override
    public boolean knows(String type, int version) {
        return type.equals(TYPE);
    }

    @Override
    public Element read(EncodedMessage message) {
        ByteBuffer body = ByteBuffer.wrap(message.body());
        int index = body.getInt();
        return new Element(
                index, new String(message.body(), Integer.BYTES, body.remaining(), StandardCharsets.ISO_8859_1));
    }
}
