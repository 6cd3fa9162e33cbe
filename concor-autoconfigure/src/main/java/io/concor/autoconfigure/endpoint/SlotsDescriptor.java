package io.concor.autoconfigure.endpoint;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.layout.SlotState;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The slots of a flow.
 *
 * @param flow the name of the flow
 * @param version the version of the layout
 * @param slots all slots in the order of the components, including empty ones
 */
public record SlotsDescriptor(String flow, long version, List<SlotStatus> slots)
        implements OperationResponseBody, PlainText {

    @Override
    public String plainText() {
        return String.format(
                Locale.ROOT, "flow %s, layout version %d\n\n%s", flow, version, SlotStatus.TABLE.format(slots));
    }

    /**
     * The settings and the live state of a slot. The settings of an empty slot are absent; its numbers are those of
     * threads of a removed join that still handle the events that waited, mostly zero.
     *
     * @param slot the name of the slot
     * @param pool {@code none}, {@code single}, {@code fixed}, {@code cached}, {@code virtual} or {@code keyed}
     * @param threads the number of threads: exact for a fixed or keyed pool, maximum for a cached or virtual pool
     * @param capacity the number of events that can wait before the previous stage pauses
     * @param waiting how a thread waits for events; {@code wait} in JSON
     * @param keepAlive the time after which an idle surplus thread of a cached pool ends
     * @param batches the settings of batches, absent for other components
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
            @JsonUnwrapped @Nullable BatchDescriptor batches,
            long queueSize,
            int activeThreads,
            int totalThreads,
            long taken)
            implements OperationResponseBody, PlainText {

        private static final TextTable<SlotStatus> TABLE = BatchDescriptor.columns(
                        TextTable.<SlotStatus>create()
                                .text("slot", SlotStatus::slot)
                                .text("pool", SlotStatus::pool)
                                .number("threads", SlotStatus::threads)
                                .number("capacity", SlotStatus::capacity)
                                .text("wait", SlotStatus::waiting)
                                .text("keep-alive", SlotStatus::keepAlive),
                        SlotStatus::batches)
                .number("queue", SlotStatus::queueSize)
                .number("active threads", SlotStatus::activeThreads)
                .number("total threads", SlotStatus::totalThreads)
                .number("taken", SlotStatus::taken);

        @Override
        public String plainText() {
            return TABLE.format(List.of(this));
        }

        static SlotStatus of(SlotState state, TaskKind kind) {
            SlotDescriptor settings = SlotDescriptor.of(state.settings(), kind);
            return new SlotStatus(
                    state.name(),
                    settings.pool(),
                    settings.threads(),
                    settings.capacity(),
                    settings.waiting(),
                    settings.keepAlive(),
                    settings.batches(),
                    state.queueSize(),
                    state.activeThreads(),
                    state.totalThreads(),
                    state.taken());
        }
    }
}
