package io.concor.queueserver.request;

import io.concor.queues.client.InvalidRequestException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of an address, each known and given once. They are read here, as the server would read them from the body of a
 * form as well.
 *
 * @param values the values by name
 */
record QueryParameters(Map<String, String> values) {

    private static final char REPLACEMENT = '\uFFFD';

    /**
     * Reads a query.
     *
     * @throws InvalidRequestException if it cannot be read, or a name is not known or occurs twice
     */
    static QueryParameters of(@Nullable String query, Set<String> known) {
        Map<String, String> values = new HashMap<>();
        for (String pair : query == null ? new String[0] : query.split("&", -1)) {
            if (!pair.isEmpty()) {
                add(pair, known, values);
            }
        }
        return new QueryParameters(values);
    }

    private static void add(String pair, Set<String> known, Map<String, String> values) {
        int equals = pair.indexOf('=');
        String name = decoded(equals < 0 ? pair : pair.substring(0, equals));
        String value = equals < 0 ? "" : decoded(pair.substring(equals + 1));
        if (!known.contains(name)) {
            throw new InvalidRequestException(
                    SafeText.shown(name),
                    "is no parameter of this call",
                    known.isEmpty() ? "no parameters" : String.join(", ", new TreeSet<>(known)));
        }
        if (value.isEmpty()) {
            throw new InvalidRequestException(name, "has no value", "a value, or leave out the name");
        }
        if (values.put(name, value) != null) {
            throw new InvalidRequestException(name, "occurs more than once", "each name once");
        }
    }

    /** Bytes that are no UTF-8 become the replacement character, with which no name is meant. */
    private static String decoded(String text) {
        try {
            String decoded = URLDecoder.decode(text, StandardCharsets.UTF_8);
            if (decoded.indexOf(REPLACEMENT) < 0) {
                return decoded;
            }
        } catch (IllegalArgumentException unreadable) {
            throw undecodable(text);
        }
        throw undecodable(text);
    }

    private static InvalidRequestException undecodable(String text) {
        return new InvalidRequestException(
                "query", Sentence.of("'%s' cannot be decoded", SafeText.shown(text)), "percent-encoded UTF-8");
    }

    /** Returns a value, or null. */
    @Nullable
    String get(String name) {
        return values.get(name);
    }

    /** Returns a value, or another one if there is none. */
    String get(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /**
     * Returns a value.
     *
     * @throws InvalidRequestException if there is none
     */
    String required(String name, String allowed) {
        String value = values.get(name);
        if (value == null) {
            throw new InvalidRequestException(name, "is missing", allowed);
        }
        return value;
    }
}
