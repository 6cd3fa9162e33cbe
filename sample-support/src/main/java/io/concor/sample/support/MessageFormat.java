package io.concor.sample.support;

import static io.concor.sample.support.UnreadableMessageException.require;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The format of a message: a JSON object of known fields, each field at most once, and nothing else. Immutable and
 * thread-safe.
 */
public final class MessageFormat {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final Set<String> fields;
    private final String fieldsRule;

    private MessageFormat(List<String> fields) {
        this.fields = Set.copyOf(fields);
        this.fieldsRule = String.format(Locale.ROOT, "must hold %s, and nothing else", String.join(", ", fields));
    }

    /** Returns the format with these fields. */
    public static MessageFormat ofFields(String... fields) {
        return new MessageFormat(List.of(fields));
    }

    /**
     * Reads a message.
     *
     * @param body the JSON text
     * @throws UnreadableMessageException if it is not a JSON object, or holds another field
     */
    public TextFields read(byte[] body) throws UnreadableMessageException {
        return fields(() -> JSON.readTree(body));
    }

    /**
     * Reads a message.
     *
     * @param text the JSON text
     * @throws UnreadableMessageException if it is not a JSON object, or holds another field
     */
    public TextFields read(String text) throws UnreadableMessageException {
        return fields(() -> JSON.readTree(text));
    }

    private interface Parser {
        JsonNode parse();
    }

    private TextFields fields(Parser parser) throws UnreadableMessageException {
        JsonNode object = parse(parser);
        require(object.isObject(), "body", "must be a JSON object");
        for (String field : object.propertyNames()) {
            require(fields.contains(field), "body", fieldsRule);
        }
        return new TextFields(object);
    }

    private static JsonNode parse(Parser parser) throws UnreadableMessageException {
        try {
            return parser.parse();
        } catch (JacksonException e) {
            // without the parser's message, which may repeat the text at any length
            throw new UnreadableMessageException("body", "is not JSON, or holds a field twice, " + place(e));
        }
    }

    private static String place(JacksonException e) {
        TokenStreamLocation at = e.getLocation();
        return at == null
                ? "at an unknown place"
                : String.format(Locale.ROOT, "at line %d, column %d", at.getLineNr(), at.getColumnNr());
    }
}
