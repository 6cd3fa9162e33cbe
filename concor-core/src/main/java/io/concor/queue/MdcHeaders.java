package io.concor.queue;

import io.concor.text.SafeText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/**
 * Stores chosen entries of the MDC of SLF4J, and no others: what an application logs may be confidential. A header's name is
 * {@code mdc.} and the key. Of a value, the first 1,000 characters are stored, with question marks for control characters.
 * Thread-safe.
 */
public final class MdcHeaders implements EventHeaders {

    private static final String PREFIX = "mdc.";
    private static final int LONGEST = 1_000;

    private final List<String> keys;

    /** @param keys the keys that are stored */
    public MdcHeaders(List<String> keys) {
        this.keys = keys.stream().distinct().toList();
    }

    @Override
    public Map<String, String> capture() {
        Map<String, String> headers = Map.of();
        for (String key : keys) {
            String value = MDC.get(key);
            if (value != null) {
                headers = headers.isEmpty() ? new HashMap<>() : headers;
                headers.put(PREFIX + key, bounded(value));
            }
        }
        return headers;
    }

    private static String bounded(String value) {
        if (value.length() <= LONGEST) {
            return SafeText.words(value);
        }
        boolean splitsPair = Character.isHighSurrogate(value.charAt(LONGEST - 1));
        return SafeText.words(value.substring(0, splitsPair ? LONGEST - 1 : LONGEST));
    }

    /** Others may write into a store: of their headers, only the chosen keys are taken, and values as {@link #capture} stores them. */
    @Override
    public Restored restore(QueueDefinition queue, StoredEvent event) {
        Map<String, String> headers = event.headers();
        if (headers.isEmpty() || keys.isEmpty()) {
            return Restored.NOTHING;
        }
        Map<String, @Nullable String> before = new HashMap<>();
        for (String key : keys) {
            String value = headers.get(PREFIX + key);
            if (value != null) {
                before.put(key, MDC.get(key));
                MDC.put(key, bounded(value));
            }
        }
        return before.isEmpty() ? Restored.NOTHING : () -> before.forEach(MdcHeaders::reset);
    }

    private static void reset(String key, @Nullable String value) {
        if (value == null) {
            MDC.remove(key);
        } else {
            MDC.put(key, value);
        }
    }
}
