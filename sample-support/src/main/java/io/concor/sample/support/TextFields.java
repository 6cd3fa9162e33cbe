package io.concor.sample.support;

import static io.concor.sample.support.UnreadableMessageException.require;

import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** The fields of a JSON object, which are texts. Immutable. */
public final class TextFields {

    private final JsonNode object;

    TextFields(JsonNode object) {
        this.object = object;
    }

    /** Returns whether the field exists. */
    public boolean has(String field) {
        return object.has(field);
    }

    /**
     * Returns the text of a field.
     *
     * @param field the name
     * @throws UnreadableMessageException if the field is missing or is not a text
     */
    public String text(String field) throws UnreadableMessageException {
        JsonNode value = object.path(field);
        require(!value.isMissingNode() && !value.isNull(), field, "is missing");
        require(value.isString(), field, "must be a text");
        require(isEncodable(value.stringValue()), field, "contains half of a surrogate pair");
        return value.stringValue();
    }

    /**
     * Returns the text of a field that follows a pattern.
     *
     * @param field the name
     * @param pattern the pattern
     * @param rule the pattern in words, such as {@code must be 3 to 8 digits}
     * @throws UnreadableMessageException if the field is missing, is not a text or does not follow the pattern
     */
    public String text(String field, Pattern pattern, String rule) throws UnreadableMessageException {
        String text = text(field);
        require(pattern.matcher(text).matches(), field, rule);
        return text;
    }

    private static boolean isEncodable(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }
}
