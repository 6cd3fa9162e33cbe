package io.concor.queueserver.request;

import io.concor.queues.client.InvalidRequestException;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fields of a body: a JSON object of texts, each known and given once.
 *
 * @param values the values by name
 */
record JsonBody(Map<String, String> values) {

    private static final String BODY = "body";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /**
     * Reads a body.
     *
     * @throws InvalidRequestException if it is no such object
     */
    static JsonBody of(byte[] bytes, Set<String> known) {
        JsonNode body = read(bytes);
        Map<String, String> values = new HashMap<>();
        for (Map.Entry<String, JsonNode> field : body.properties()) {
            values.put(requireKnown(field.getKey(), known), text(field.getKey(), field.getValue()));
        }
        return new JsonBody(values);
    }

    /** The texts of the parser quote the body, and name classes. */
    private static JsonNode read(byte[] bytes) {
        try {
            JsonNode body = JSON.readTree(bytes);
            if (body.isObject()) {
                return body;
            }
        } catch (JacksonException unreadable) {
            throw new InvalidRequestException(
                    BODY,
                    Sentence.of(
                            "is not JSON that can be read, in line %d, column %d",
                            Math.max(1, unreadable.getLocation().getLineNr()),
                            Math.max(1, unreadable.getLocation().getColumnNr())),
                    "a JSON object in UTF-8, with each name once");
        }
        throw new InvalidRequestException(BODY, "is no object", "a JSON object");
    }

    private static String requireKnown(String name, Set<String> known) {
        if (!known.contains(name)) {
            throw new InvalidRequestException(
                    SafeText.shown(name), "is no field of this call", String.join(", ", new TreeSet<>(known)));
        }
        return name;
    }

    private static String text(String name, JsonNode value) {
        if (!value.isString()) {
            throw new InvalidRequestException(name, "is no text", "a text in quotation marks, or leave out the name");
        }
        return value.stringValue();
    }

    /** Returns a value, or null. */
    @Nullable
    String get(String name) {
        return values.get(name);
    }

    /**
     * Returns a value.
     *
     * @throws InvalidRequestException if there is none
     */
    String required(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new InvalidRequestException(name, "is missing", "a text");
        }
        return value;
    }
}
