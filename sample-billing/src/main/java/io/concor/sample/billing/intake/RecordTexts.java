package io.concor.sample.billing.intake;

import static io.concor.sample.support.UnreadableMessageException.require;

import io.concor.sample.support.UnreadableMessageException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Takes a body of many records apart. Whether a record can be read, the flow finds out. */
final class RecordTexts {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private RecordTexts() {}

    /**
     * Returns the elements of a JSON array.
     *
     * @throws UnreadableMessageException if the body is no array
     */
    static List<String> ofArray(byte[] body) throws UnreadableMessageException {
        JsonNode array = JSON.missingNode();
        try {
            array = JSON.readTree(body);
        } catch (JacksonException e) {
            require(false, "body", "is not JSON, or holds a field twice");
        }
        require(array.isArray(), "body", "must be a JSON array of records");
        return array.valueStream().map(JsonNode::toString).toList();
    }

    /** Returns the lines that are not blank. */
    static List<String> ofLines(byte[] body) {
        return new String(body, StandardCharsets.UTF_8)
                .lines()
                .filter(line -> !line.isBlank())
                .toList();
    }
}
