package io.concor.kafka.record;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/** Texts and numbers in the headers of a record. */
final class HeaderTexts {

    static final String ID = "concor-id";
    static final String UNIQUE = "concor-unique";
    static final String KEY = "concor-key";
    static final String TYPE = "concor-type";
    static final String VERSION = "concor-version";
    static final String PUT = "concor-put";
    static final String DUE = "concor-due";
    static final String FAILURES = "concor-failures";
    static final String FIRST_FAILED = "concor-first-failed";
    static final String LAST_FAILED = "concor-last-failed";
    static final String LETTER = "concor-letter";
    static final String CONTROL = "concor-control";
    static final String SLOT = "concor-slot";
    static final String PARTITION = "concor-partition";
    static final String COMPONENT = "concor-component";
    static final String ERROR = "concor-error";
    static final String ERROR_MESSAGE = "concor-error-message";
    static final String HOLDS = "concor-holds";
    static final String OUTCOME = "concor-outcome";
    /** Before the name of a header of the event. */
    static final String OF_EVENT = "concor-h-";

    private final Map<String, String> texts = new HashMap<>();

    HeaderTexts(Headers headers) {
        for (Header header : headers) {
            if (header.value() != null) {
                texts.put(header.key(), new String(header.value(), StandardCharsets.UTF_8));
            }
        }
    }

    @Nullable
    String text(String name) {
        return texts.get(name);
    }

    String text(String name, String otherwise) {
        return texts.getOrDefault(name, otherwise);
    }

    /** What is no number counts as missing: others may write into a topic. */
    long number(String name, long otherwise) {
        try {
            String text = texts.get(name);
            return text == null ? otherwise : Long.parseLong(text);
        } catch (NumberFormatException none) {
            return otherwise;
        }
    }

    /** One below zero counts as missing, too; a larger one as the largest. */
    long number(String name, long otherwise, long most) {
        long number = number(name, otherwise);
        return number < 0 ? otherwise : Math.min(number, most);
    }

    boolean has(String name) {
        return texts.containsKey(name);
    }

    Map<String, String> ofEvent() {
        Map<String, String> ofEvent = new HashMap<>();
        texts.forEach((name, text) -> {
            if (name.startsWith(OF_EVENT)) {
                ofEvent.put(name.substring(OF_EVENT.length()), text);
            }
        });
        return ofEvent;
    }

    static void add(Headers headers, String name, @Nullable String text) {
        if (text != null) {
            headers.add(name, text.getBytes(StandardCharsets.UTF_8));
        }
    }

    static void add(Headers headers, String name, long number, long otherwise) {
        if (number != otherwise) {
            add(headers, name, Long.toString(number));
        }
    }
}
