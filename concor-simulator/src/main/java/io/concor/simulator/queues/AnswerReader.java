package io.concor.simulator.queues;

import io.concor.simulator.queues.check.DeliveredMessage;
import io.concor.simulator.queues.check.QueueNames;
import io.concor.simulator.queues.http.ServerAnswer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** Reads the bodies of answers. Thread-safe. */
final class AnswerReader {

    private static final JsonFactory JSON = new JsonFactory();

    private AnswerReader() {}

    /** Returns the id of a message that was sent; empty if it is absent, null if the body is not a JSON object. */
    static @Nullable String id(ServerAnswer answer) {
        Map<String, String> texts = texts(answer);
        return texts == null ? null : texts.getOrDefault("id", "");
    }

    /** Returns a message, or null if the body is not a JSON object. */
    static @Nullable DeliveredMessage message(ServerAnswer answer) {
        Map<String, String> texts = texts(answer);
        return texts == null
                ? null
                : new DeliveredMessage(
                        texts.getOrDefault("id", ""),
                        texts.getOrDefault("from", ""),
                        texts.getOrDefault("to", ""),
                        texts.getOrDefault("content", ""),
                        texts.getOrDefault("receipt", ""));
    }

    /** Returns the numbers of the listed queues up to a number, or null if the body is not a JSON object. */
    static @Nullable Queue<Integer> queues(ServerAnswer answer, int max) {
        Queue<Integer> queues = new ArrayDeque<>();
        try (JsonParser parser = parser(answer)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                if (parser.nextToken() == JsonToken.START_ARRAY && name.equals("queues")) {
                    addNumbers(parser, queues, max);
                } else {
                    parser.skipChildren();
                }
            }
            return queues;
        } catch (JacksonException e) {
            return null;
        }
    }

    private static void addNumbers(JsonParser parser, Queue<Integer> queues, int max) {
        for (JsonToken token = parser.nextToken(); token == JsonToken.VALUE_STRING; token = parser.nextToken()) {
            int queue = QueueNames.number(parser.getString());
            if (queue != QueueNames.UNKNOWN && queue <= max) {
                queues.add(queue);
            }
        }
    }

    /** Returns the fields of an object that are texts, or null if the body is not a JSON object. */
    private static @Nullable Map<String, String> texts(ServerAnswer answer) {
        Map<String, String> texts = new HashMap<>();
        try (JsonParser parser = parser(answer)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return null;
            }
            for (String name = parser.nextName(); name != null; name = parser.nextName()) {
                if (parser.nextToken() == JsonToken.VALUE_STRING) {
                    texts.put(name, parser.getString());
                } else {
                    parser.skipChildren();
                }
            }
            return texts;
        } catch (JacksonException e) {
            return null;
        }
    }

    private static JsonParser parser(ServerAnswer answer) {
        return JSON.createParser(ObjectReadContext.empty(), answer.bytes(), 0, answer.length());
    }
}
