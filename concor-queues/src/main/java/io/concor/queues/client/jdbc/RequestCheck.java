package io.concor.queues.client.jdbc;

import io.concor.queues.client.ContentTooLongException;
import io.concor.queues.client.InvalidRequestException;
import io.concor.queues.client.MessageToSend;
import io.concor.queues.client.QueuesSettings;
import io.concor.queues.client.ReceiveRequest;
import io.concor.queues.client.jdbc.MessageStatements.OutgoingMessage;
import io.concor.text.DurationFormat;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checks what clients ask for before it reaches the database. Immutable. */
final class RequestCheck {

    private static final String NAMES = Sentence.of(
            "1 to %d characters, no line breaks, no control characters, no characters that reverse text",
            QueuesSettings.MOST_NAME);

    private final QueuesSettings settings;

    RequestCheck(QueuesSettings settings) {
        this.settings = settings;
    }

    /** Requires a name of a client or queue, or the id of a message. */
    static String name(String field, String name) {
        if (name.isEmpty() || name.length() > QueuesSettings.MOST_NAME || !SafeText.fits(name)) {
            throw new InvalidRequestException(
                    field, Sentence.of("'%s' (%d characters)", SafeText.shown(name), name.length()), NAMES);
        }
        return name;
    }

    static void optionalName(String field, @Nullable String name) {
        if (name != null) {
            name(field, name);
        }
    }

    static int limit(int limit, int most) {
        if (limit < 1 || limit > most) {
            throw new InvalidRequestException("limit", limit + " is out of bounds", "1 to " + most);
        }
        return limit;
    }

    static void atOnce(List<?> requests) {
        if (requests.size() > QueuesSettings.MOST_AT_ONCE) {
            throw new InvalidRequestException(
                    "requests", requests.size() + " in one call are too many", "up to " + QueuesSettings.MOST_AT_ONCE);
        }
    }

    OutgoingMessage send(MessageToSend message) {
        name("from", message.from());
        name("queue", message.queue());
        optionalName("to", message.to());
        optionalName("id", message.id());
        if (message.from().equals(message.to())) {
            throw new InvalidRequestException(
                    "to",
                    "'" + SafeText.shown(message.from()) + "' is the sender",
                    "another client, or none: then any other client may receive it");
        }
        within("delay", message.delay(), Duration.ZERO, QueuesSettings.MOST_DELAY);
        return encoded(message);
    }

    private OutgoingMessage encoded(MessageToSend message) {
        String content = message.content();
        int length = content.codePointCount(0, content.length());
        if (length > settings.maxLength()) {
            throw new ContentTooLongException(length, settings.maxLength());
        }
        if (hasHalf(content)) {
            throw new InvalidRequestException(
                    "content", "it contains half of a surrogate pair", "text that can be written in UTF-8");
        }
        return new OutgoingMessage(message, content.getBytes(StandardCharsets.UTF_8), length);
    }

    /** Looks at pairs only if there are halves: that is rare. */
    private static boolean hasHalf(String content) {
        for (int i = 0; i < content.length(); i++) {
            if (Character.isSurrogate(content.charAt(i))) {
                return content.codePoints().anyMatch(RequestCheck::isHalf);
            }
        }
        return false;
    }

    /** A pair is one code point beyond these. */
    private static boolean isHalf(int character) {
        return character >= Character.MIN_SURROGATE && character <= Character.MAX_SURROGATE;
    }

    static ReceiveRequest receive(ReceiveRequest request) {
        name("client", request.client());
        name("queue", request.queue());
        optionalName("from", request.from());
        if (request.lease() != null) {
            within("lease", request.lease(), QueuesSettings.LEAST_LEASE, QueuesSettings.MOST_LEASE);
        }
        return request;
    }

    static void within(String field, Duration value, Duration least, Duration most) {
        if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
            throw new InvalidRequestException(
                    field, value + " is out of bounds", DurationFormat.of(least) + " to " + DurationFormat.of(most));
        }
    }
}
