package io.concor.autoconfigure.endpoint.diagnosis;

import io.concor.autoconfigure.endpoint.PlainText;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.text.SafeText;
import io.concor.text.Sentence;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What a change of a layout, or another rate, would bring. Nothing has changed.
 *
 * @param flow the name of the flow
 * @param now throughput and latency as measured
 * @param predicted what they would be
 * @param reasons sentences on what the prediction rests on
 */
public record WhatIfDescriptor(
        String flow, PerformanceDescriptor now, PerformanceDescriptor predicted, List<String> reasons)
        implements OperationResponseBody, PlainText {

    private static final TextTable<Entry<String, PerformanceDescriptor>> TABLE =
            TextTable.<Entry<String, PerformanceDescriptor>>create()
                    .text("", Entry::getKey)
                    .number("rate [events/s]", row -> row.getValue().throughputPerSecond())
                    .number("p50 [ms]", row -> row.getValue().p50Millis())
                    .number("p99 [ms]", row -> row.getValue().p99Millis())
                    .text("limited by", row -> row.getValue().limitedBy());

    static WhatIfDescriptor of(WhatIf prediction) {
        return new WhatIfDescriptor(
                prediction.flow(),
                PerformanceDescriptor.ofKnown(prediction.now()),
                PerformanceDescriptor.ofKnown(prediction.predicted()),
                prediction.reasons());
    }

    @Override
    public String plainText() {
        String notes =
                reasons.stream().map(reason -> SafeText.words(reason) + "\n").collect(Collectors.joining());
        return Sentence.of(
                "flow %s\n\n%s\n%s",
                flow, TABLE.format(List.of(Map.entry("now", now), Map.entry("predicted", predicted))), notes);
    }
}
