package io.concor.autoconfigure.endpoint.statistics;

import io.concor.Sampling;
import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import java.util.List;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The sampling of a flow: {@code burst} of every {@code interval} events.
 *
 * @param flow the name of the flow
 * @param enabled whether events are sampled
 * @param burst the number of events that are sampled in each interval
 * @param interval the length of an interval in events
 */
public record SamplingDescriptor(String flow, boolean enabled, int burst, int interval)
        implements OperationResponseBody, PlainText {

    static final TextTable<SamplingDescriptor> TABLE = TextTable.<SamplingDescriptor>create()
            .text("flow", SamplingDescriptor::flow)
            .text("sampling", sampling -> sampling.enabled() ? "on" : "off")
            .number("burst [events]", SamplingDescriptor::burst)
            .number("interval [events]", SamplingDescriptor::interval);

    @Override
    public String plainText() {
        return TABLE.format(List.of(this));
    }

    static SamplingDescriptor of(String flow, Sampling sampling) {
        return new SamplingDescriptor(flow, sampling.enabled(), sampling.burst(), sampling.interval());
    }
}
