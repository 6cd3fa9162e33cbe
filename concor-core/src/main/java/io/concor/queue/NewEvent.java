package io.concor.queue;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An event that is put into a queue.
 *
 * @param id the id of the event, not empty; it keeps it on its way through several queues
 * @param unique whether the store takes no second event of the same id into the same queue for a while
 * @param message what the slot's component is given, or null
 * @param key the key of the event as text that is the same in every process, or null if it has none
 * @param delay how long the event is not handled; zero or more
 * @param headers what travels with the event, by names: the trace, and configured entries of the diagnostic context
 */
public record NewEvent(
        String id,
        boolean unique,
        @Nullable Object message,
        @Nullable String key,
        Duration delay,
        Map<String, String> headers) {

    public NewEvent {
        headers = Map.copyOf(headers);
    }
}
