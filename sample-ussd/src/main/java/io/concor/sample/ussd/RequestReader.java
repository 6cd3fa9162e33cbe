package io.concor.sample.ussd;

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

/** Reads the JSON text of a request, and takes nothing but what the format allows. Thread-safe. */
@Component
class RequestReader {

    /** The longest text, in characters: one USSD page. */
    static final int MAX_TEXT = Menus.PAGE_CHARACTERS;

    private static final Set<String> FIELDS = Set.of("sessionId", "msisdn", "text");
    private static final Pattern MSISDN = Pattern.compile("[1-9][0-9]{6,14}");
    private static final Pattern SESSION_ID = Pattern.compile("[A-Za-z0-9_-]{1,64}");

    private final JsonMapper json = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    UssdRequest read(byte[] body) throws UnreadableRequestException {
        JsonNode root = parse(body);
        require(root.isObject(), "body", "must be a JSON object");
        for (String field : root.propertyNames()) {
            require(FIELDS.contains(field), "body", "must hold sessionId, msisdn and text, and nothing else");
        }
        String sessionId = text(root, "sessionId");
        require(
                SESSION_ID.matcher(sessionId).matches(),
                "sessionId",
                "must be 1 to 64 letters, digits, hyphens and underscores");
        String msisdn = text(root, "msisdn");
        require(MSISDN.matcher(msisdn).matches(), "msisdn", "must be 7 to 15 digits with the country code, no + or 0");
        String text = text(root, "text");
        require(text.length() <= MAX_TEXT, "text", "must have at most " + MAX_TEXT + " characters");
        require(encodable(text), "text", "holds half of a surrogate pair");
        return new UssdRequest(sessionId, msisdn, text);
    }

    private JsonNode parse(byte[] body) throws UnreadableRequestException {
        try {
            return json.readTree(body);
        } catch (JacksonException e) {
            // not the parser's words: they may hold what was sent, at any length
            throw new UnreadableRequestException("body", "is not JSON, or holds a field twice, " + place(e));
        }
    }

    private static String place(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        return at == null ? "somewhere" : "at line %d, column %d".formatted(at.getLineNr(), at.getColumnNr());
    }

    private static String text(JsonNode root, String field) throws UnreadableRequestException {
        JsonNode value = root.path(field);
        require(!value.isMissingNode() && !value.isNull(), field, "is missing");
        require(value.isString(), field, "must be a text");
        return value.stringValue();
    }

    private static boolean encodable(String text) {
        return StandardCharsets.UTF_8.newEncoder().canEncode(text);
    }

    private static void require(boolean condition, String field, String otherwise) throws UnreadableRequestException {
        if (!condition) {
            throw new UnreadableRequestException(field, otherwise);
        }
    }
}
