package io.concor.autoconfigure.endpoint.web;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * The fields of a JSON object, up to the first repeated name or the first syntax error, which the later parser reports.
 *
 * @param values the values by name, as text; empty for a list or an object
 * @param nulls the names whose value is null, in the order of the body
 * @param repeated the first repeated name, or null
 */
record JsonFields(
        Map<String, String> values,
        Set<String> nulls,
        @Nullable String repeated) {

    private static final JsonFactory JSON = new JsonFactory();

    static JsonFields of(byte[] body) {
        Map<String, String> values = new LinkedHashMap<>();
        Set<String> nulls = new LinkedHashSet<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            return new JsonFields(values, nulls, read(parser, values, nulls));
        } catch (JacksonException unreadable) {
            return new JsonFields(values, nulls, null);
        }
    }

    /** Reads the fields and returns the first repeated name, or null. */
    private static @Nullable String read(JsonParser parser, Map<String, String> values, Set<String> nulls) {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (!parser.streamReadContext().inObject()
                    || parser.streamReadContext().getNestingDepth() != 1) {
                continue;
            }
            if (token == JsonToken.PROPERTY_NAME && values.put(parser.currentName(), "") != null) {
                return parser.currentName();
            }
            if (token == JsonToken.VALUE_NULL) {
                nulls.add(parser.currentName());
            }
            if (token.isScalarValue()) {
                values.put(parser.currentName(), parser.getString());
            }
        }
        return null;
    }
}
