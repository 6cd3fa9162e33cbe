package io.concor.autoconfigure.endpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.concor.layout.SlotState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The slots of a flow.
 *
 * @param flow the name of the flow
 * @param version the version of the layout
 * @param slots all slots in the order of the components, including empty ones
 */
public record SlotsDescriptor(String flow, long version, List<SlotStatus> slots) implements OperationResponseBody {

    /**
     * The settings and the live state of a slot. The settings of an empty slot are absent; its numbers are those of
     * threads of a removed join that still handle the events that waited, mostly zero.
     *
     * @param slot the name of the slot
     * @param pool {@code none}, {@code single}, {@code fixed}, {@code cached} or {@code virtual}
     * @param threads the number of threads: exact for a fixed pool, maximum for a cached or virtual pool
     * @param capacity the number of events that can wait before the previous stage pauses
     * @param waiting how a thread waits for events; {@code wait} in JSON
     * @param keepAlive the time after which an idle surplus thread of a cached pool ends
     * @param queueSize the number of events that wait in the ring
     * @param activeThreads the number of threads that handle an event
     * @param totalThreads the number of threads
     * @param taken the number of events that the threads have taken from the ring since the join was added
     */
    public record SlotStatus(
            String slot,
            String pool,
            @Nullable Integer threads,
            @Nullable Integer capacity,
            @JsonProperty("wait") @Nullable String waiting,
            @Nullable String keepAlive,
            long queueSize,
            int activeThreads,
            int totalThreads,
            long taken)
            implements OperationResponseBody {

        static SlotStatus of(SlotState state) {
            SlotDescriptor settings = SlotDescriptor.of(state.settings());
            return new SlotStatus(
                    state.name(),
                    settings.pool(),
                    settings.threads(),
                    settings.capacity(),
                    settings.waiting(),
                    settings.keepAlive(),
                    state.queueSize(),
                    state.activeThreads(),
                    state.totalThreads(),
                    state.taken());
        }
    }
}
