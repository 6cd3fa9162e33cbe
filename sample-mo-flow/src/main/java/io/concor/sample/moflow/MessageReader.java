package io.concor.sample.moflow;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the JSON text of an incoming message, and takes nothing but what the format allows. Thread-safe. */
@Component
class MessageReader {

    /** The longest message text, in characters: ten short messages of 160. */
    static final int MAX_TEXT = 1600;

    private static final Set<String> FIELDS = Set.of("msisdn", "shortCode", "message");
    private static final Pattern MSISDN = Pattern.compile("[1-9][0-9]{6,14}");
    static final Pattern SHORT_CODE = Pattern.compile("[0-9]{3,8}");

    private final JsonMapper json = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    IncomingMessage read(byte[] body) throws UnreadableMessageException {
        JsonNode root = parse(body);
        require(root.isObject(), "body", "must be a JSON object");
        for (String field : root.propertyNames()) {
            require(FIELDS.contains(field), "body", "must hold msisdn, shortCode and message, and nothing else");
        }
        String msisdn = text(root, "msisdn");
        require(MSISDN.matcher(msisdn).matches(), "msisdn", "must be 7 to 15 digits with the country code, no + or 0");
        String shortCode = text(root, "shortCode");
        require(SHORT_CODE.matcher(shortCode).matches(), "shortCode", "must be 3 to 8 digits");
        String message = text(root, "message");
        require(
                !message.isBlank() && message.length() <= MAX_TEXT,
                "message",
                "must have 1 to " + MAX_TEXT + " characters");
        require(encodable(message), "message", "holds half of a surrogate pair");
        return new IncomingMessage(msisdn, shortCode, message);
    }

    private JsonNode parse(byte[] body) throws UnreadableMessageException {
        try {
            return json.readTree(body);
        } catch (JacksonException e) {
            // not the parser's words: they may hold what was sent, at any length
            throw new UnreadableMessageException("body", "is not JSON, or holds a field twice, " + place(e));
        }
    }

    private static String place(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        return at == null ? "somewhere" : "at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }

    private static String text(JsonNode root, String field) throws UnreadableMessageException {
        JsonNode value = root.path(field);
        require(!value.isMissingNode() && !value.isNull(), field, "is missing");
        require(value.isString(), field, "must be a text");
        return value.stringValue();
    }

    private static boolean encodable(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static void require(boolean condition, String field, String otherwise) throws UnreadableMessageException {
        if (!condition) {
            throw new UnreadableMessageException(field, otherwise);
        }
    }
}
