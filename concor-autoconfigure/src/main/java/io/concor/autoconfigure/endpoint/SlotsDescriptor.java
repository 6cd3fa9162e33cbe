package io.concor.autoconfigure.endpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.concor.layout.SlotState;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The slots of a flow.
 *
 * @param flow the flow's name
 * @param version the version of the layout
 * @param slots the slots in the order of the components, empty ones too
 */
public record SlotsDescriptor(String flow, long version, List<SlotStatus> slots) implements OperationResponseBody {

    /**
     * A slot: its settings and its live state. The settings of a join are left out where the slot is empty; the
     * numbers are those of threads then that still work off what waited when the join was taken out, mostly zero.
     *
     * @param slot its name
     * @param pool {@code none}, {@code single}, {@code fixed}, {@code cached} or {@code virtual}
     * @param threads the number of threads: of a fixed pool exactly, of a cached or virtual one at most
     * @param capacity how many events may wait before the stage in front pauses
     * @param waiting what a thread does while there is no event; written {@code wait}
     * @param keepAlive how long a thread that a cached pool can spare stays idle
     * @param queueSize how many events wait in the ring
     * @param activeThreads how many threads handle an event
     * @param totalThreads how many threads there are
     * @param taken how many events were taken from the ring since the join was put in
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
