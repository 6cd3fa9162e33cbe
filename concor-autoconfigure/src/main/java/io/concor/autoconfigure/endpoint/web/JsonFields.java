package io.concor.autoconfigure.endpoint.web;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * What a body names, up to the first name that comes again and the place where it is no JSON: that is told by who reads
 * it.
 *
 * @param values by name, as text; of a list or an object, an empty one
 * @param repeated the first name that comes again, or null
 */
record JsonFields(Map<String, String> values, @Nullable String repeated) {

    private static final JsonFactory JSON = new JsonFactory();

    static JsonFields of(byte[] body) {
        Map<String, String> values = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), body)) {
            return new JsonFields(values, read(parser, values));
        } catch (JacksonException unreadable) {
            return new JsonFields(values, null);
        }
    }

    /** The first name that comes again, or null. */
    private static @Nullable String read(JsonParser parser, Map<String, String> values) {
        for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            if (!parser.streamReadContext().inObject()
                    || parser.streamReadContext().getNestingDepth() != 1) {
                continue;
            }
            if (token == JsonToken.PROPERTY_NAME && values.put(parser.currentName(), "") != null) {
                return parser.currentName();
            }
            if (token.isScalarValue()) {
                values.put(parser.currentName(), parser.getString());
            }
        }
        return null;
    }
}
