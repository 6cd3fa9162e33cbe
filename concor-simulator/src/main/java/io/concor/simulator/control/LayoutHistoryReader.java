package io.concor.simulator.control;

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
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the layout changes recorded by a service from its endpoint {@code concorchanges}, of one flow or of all flows. */
public final class LayoutHistoryReader {

    private static final int OK = 200;
    private static final int MAX_BYTES = 16 * 1024 * 1024;
    private static final double MILLIS_PER_SECOND = 1000;
    private static final double NANOS_PER_MILLI = 1e6;

    private final ControlClient client = new ControlClient();
    private final URI url;
    private final HttpRequest request;

    /**
     * Creates a reader.
     *
     * @param url URL of the endpoint
     * @param headers request headers
     * @throws IllegalArgumentException if the URL or a header is invalid
     */
    public LayoutHistoryReader(URI url, Map<String, String> headers) {
        this.url = url;
        this.request = new ControlRequest(Duration.ZERO, "GET", url, "").toHttpRequest(headers);
    }

    /** Returns the changes since the given time, or the reason why they cannot be read. */
    public LayoutHistory since(Instant start) {
        try {
            return new LayoutHistory(url.toString(), readChanges(start), null);
        } catch (IOException e) {
            return new LayoutHistory(url.toString(), List.of(), e.getMessage());
        }
    }

    private List<ObservedLayoutChange> readChanges(Instant start) throws IOException {
        String json = fetch();
        try {
            return parseChanges(JsonMapper.shared().readTree(json), start);
        } catch (JacksonException e) {
            throw new IOException("the response is not JSON: " + e.getOriginalMessage(), e);
        } catch (DateTimeParseException e) {
            throw new IOException("the response is not a layout history: " + e.getMessage(), e);
        }
    }

    private String fetch() throws IOException {
        ControlClient.ControlResponse response;
        try {
            response = client.send(request, MAX_BYTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the response");
        } catch (IOException | RuntimeException e) {
            throw new IOException(ControlClient.reason(e), e);
        }
        if (response.status() != OK) {
            throw new IOException("the service responded with status " + response.status());
        }
        if (!response.complete()) {
            throw new IOException("the response exceeds %d bytes: add ?limit=100 to the URL".formatted(MAX_BYTES));
        }
        return response.body();
    }

    private static List<ObservedLayoutChange> parseChanges(JsonNode root, Instant start) throws IOException {
        List<ObservedLayoutChange> changes = new ArrayList<>();
        for (JsonNode flow : root.has("flows") ? root.get("flows") : List.of(root)) {
            if (!flow.path("changes").isArray()) {
                throw new IOException("the response is not a layout history: it has no field 'changes'");
            }
            flow.path("changes")
                    .valueStream()
                    .filter(change -> change.path("outcome").asString("").equals("changed"))
                    .map(change -> parseChange(flow.path("flow").asString(""), change, start))
                    .filter(change -> change.atMillis() >= 0)
                    .forEach(changes::add);
        }
        changes.sort(Comparator.comparingDouble(ObservedLayoutChange::atMillis));
        return changes;
    }

    private static ObservedLayoutChange parseChange(String flow, JsonNode change, Instant start) {
        Duration since = Duration.between(start, Instant.parse(change.path("at").asString("")));
        return new ObservedLayoutChange(
                since.toSeconds() * MILLIS_PER_SECOND + since.toNanosPart() / NANOS_PER_MILLI,
                flow,
                change.path("version").asLong(0),
                change.path("source").asString("?"),
                textOrNull(change.path("who")),
                textOrNull(change.path("reason")),
                SlotChangeText.slots(change.path("slots")).toList());
    }

    private static @Nullable String textOrNull(JsonNode node) {
        return node.isString() ? node.stringValue() : null;
    }
}
