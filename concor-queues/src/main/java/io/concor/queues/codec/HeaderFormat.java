package io.concor.queues.codec;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Writes headers as bytes: names and values in turn, each as its length in four bytes and its text in UTF-8. No headers are
 * null.
 */
public final class HeaderFormat {

    private HeaderFormat() {}

    /** Returns the bytes of headers. */
    public static byte @Nullable [] write(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        List<byte[]> texts = headers.entrySet().stream()
                .flatMap(header -> Stream.of(header.getKey(), header.getValue()))
                .map(text -> text.getBytes(StandardCharsets.UTF_8))
                .toList();
        ByteBuffer buffer = ByteBuffer.allocate(
                texts.stream().mapToInt(text -> Integer.BYTES + text.length).sum());
        texts.forEach(text -> buffer.putInt(text.length).put(text));
        return buffer.array();
    }

    /** Headers that are damaged end where they cannot be read: they are not worth to lose an event for. */
    public static Map<String, String> read(byte @Nullable [] stored) {
        if (stored == null) {
            return Map.of();
        }
        Map<String, String> headers = new LinkedHashMap<>();
        ByteBuffer buffer = ByteBuffer.wrap(stored);
        try {
            while (buffer.hasRemaining()) {
                headers.put(text(buffer), text(buffer));
            }
        } catch (BufferUnderflowException | NegativeArraySizeException damaged) {
            return Map.copyOf(headers);
        }
        return Map.copyOf(headers);
    }

    private static String text(ByteBuffer buffer) {
        int length = buffer.getInt();
        if (length > buffer.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] text = new byte[length];
        buffer.get(text);
        return new String(text, StandardCharsets.UTF_8);
    }
}
