package io.concor.simulator.mark;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Reads the history that a service keeps of its layout: what {@code GET concorchanges} answers, for one flow or for
 * all.
 */
public final class LayoutHistoryReader {

    private static final int OK = 200;
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final ControlClient caller = new ControlClient();
    private final URI url;
    private final HttpRequest request;

    /**
     * A reader.
     *
     * @param url of the endpoint
     * @param headers such as those that say who asks
     * @throws IllegalArgumentException if nothing can be sent there
     */
    public LayoutHistoryReader(URI url, Map<String, String> headers) {
        this.url = url;
        this.request = new ControlRequest(Duration.ZERO, "GET", url, "").request(headers);
    }

    /** What has changed since then, or why that cannot be known. */
    public LayoutHistory since(Instant start) {
        try {
            return new LayoutHistory(url.toString(), changes(start), null);
        } catch (IOException unreadable) {
            return new LayoutHistory(url.toString(), List.of(), unreadable.getMessage());
        }
    }

    private List<ObservedLayoutChange> changes(Instant start) throws IOException {
        String json = json();
        try {
            return changes(JsonMapper.shared().readTree(json), start);
        } catch (JacksonException other) {
            throw new IOException("its answer is no JSON: " + other.getOriginalMessage(), other);
        } catch (DateTimeParseException other) {
            throw new IOException("its answer is no history of a layout: " + other.getMessage(), other);
        }
    }

    private String json() throws IOException {
        ControlClient.ControlResponse answer;
        try {
            answer = caller.call(request, MOST_BYTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while it was asked");
        } catch (IOException | RuntimeException failure) {
            throw new IOException(ControlClient.why(failure), failure);
        }
        if (answer.status() != OK) {
            throw new IOException("it answered with status " + answer.status());
        }
        if (!answer.whole()) {
            throw new IOException("its answer has more than %d bytes: add ?limit=100 to the URL".formatted(MOST_BYTES));
        }
        return answer.body();
    }

    private static List<ObservedLayoutChange> changes(JsonNode root, Instant start) throws IOException {
        List<ObservedLayoutChange> changes = new ArrayList<>();
        for (JsonNode flow : root.has("flows") ? root.get("flows") : List.of(root)) {
            if (!flow.path("changes").isArray()) {
                throw new IOException("its answer is no history of a layout: there are no 'changes' in it");
            }
            flow.path("changes")
                    .valueStream()
                    .filter(change -> change.path("outcome").asString("").equals("changed"))
                    .map(change -> change(flow.path("flow").asString(""), change, start))
                    .filter(change -> change.atMillis() >= 0)
                    .forEach(changes::add);
        }
        changes.sort(Comparator.comparingDouble(ObservedLayoutChange::atMillis));
        return changes;
    }

    private static ObservedLayoutChange change(String flow, JsonNode change, Instant start) {
        Duration since = Duration.between(start, Instant.parse(change.path("at").asString("")));
        return new ObservedLayoutChange(
                since.toSeconds() * MILLIS_PER_SECOND + since.toNanosPart() / NANOS_PER_MILLI,
                flow,
                change.path("version").asLong(0),
                change.path("source").asString("?"),
                text(change.path("who")),
                text(change.path("reason")),
                slots(change.path("slots")).toList());
    }

    private static Stream<String> slots(JsonNode slots) {
        return slots.valueStream().map(slot -> "%s from %s to %s"
                .formatted(slot.path("slot").asString("?"), slot.path("oldSettings"), slot.path("newSettings")));
    }

    private static @Nullable String text(JsonNode node) {
        return node.isString() ? node.stringValue() : null;
    }
}
