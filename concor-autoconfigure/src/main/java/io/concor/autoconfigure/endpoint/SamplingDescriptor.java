package io.concor.autoconfigure.endpoint;

import io.concor.Sampling;
import java.util.List;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * How many events of a flow are measured: {@code burst} of every {@code interval}.
 *
 * @param flow the flow's name
 * @param enabled whether any are measured
 * @param burst how many of each interval, in events
 * @param interval the length of an interval, in events
 */
public record SamplingDescriptor(String flow, boolean enabled, int burst, int interval)
        implements OperationResponseBody {

    /**
     * The same of every flow.
     *
     * @param flows the flows, sorted by name
     */
    public record AllSampling(List<SamplingDescriptor> flows) implements OperationResponseBody {}

    static SamplingDescriptor of(String flow, Sampling sampling) {
        return new SamplingDescriptor(flow, sampling.enabled(), sampling.burst(), sampling.interval());
    }
}
