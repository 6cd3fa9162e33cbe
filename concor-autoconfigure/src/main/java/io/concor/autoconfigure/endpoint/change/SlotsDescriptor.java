package io.concor.autoconfigure.endpoint.change;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.concor.TaskKind;
import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.SlotDescriptor;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.layout.SlotState;
import io.concor.text.Sentence;
import java.util.List;
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
        return Sentence.of("flow %s, layout version %d\n\n%s", flow, version, SlotStatus.TABLE.format(slots));
    }

    /**
     * The settings and the live state of a slot. The settings of an empty slot are absent; its numbers are those of
     * threads of a removed join that still handle the events that waited, mostly zero.
     *
     * @param slot the name of the slot
     * @param settings the settings; fields of this object in JSON
     * @param queueSize the number of events that wait in the ring
     * @param activeThreads the number of threads that handle an event
     * @param totalThreads the number of threads
     * @param taken the number of events that the threads have taken from the ring since the join was added
     */
    public record SlotStatus(
            String slot,
            @JsonUnwrapped SlotDescriptor settings,
            long queueSize,
            int activeThreads,
            int totalThreads,
            long taken)
            implements OperationResponseBody, PlainText {

        private static final TextTable<SlotStatus> TABLE = SlotDescriptor.columns(
                        TextTable.<SlotStatus>create().text("slot", SlotStatus::slot), SlotStatus::settings)
                .number("queue", SlotStatus::queueSize)
                .number("active threads", SlotStatus::activeThreads)
                .number("total threads", SlotStatus::totalThreads)
                .number("taken", SlotStatus::taken);

        @Override
        public String plainText() {
            return TABLE.format(List.of(this));
        }

        static SlotStatus of(SlotState state, TaskKind kind) {
            return new SlotStatus(
                    state.name(),
                    SlotDescriptor.of(state.settings(), kind),
                    state.queueSize(),
                    state.activeThreads(),
                    state.totalThreads(),
                    state.taken());
        }
    }
}
