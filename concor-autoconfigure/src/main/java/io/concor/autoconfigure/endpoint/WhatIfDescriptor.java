package io.concor.autoconfigure.endpoint;

import io.concor.autoconfigure.endpoint.figure.Rounding;
import io.concor.autoconfigure.endpoint.figure.TextTable;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.text.SafeText;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What a change of a layout, or another rate, would bring. Nothing has changed.
 *
 * @param flow the name of the flow
 * @param now throughput and latency as measured, absent if too little is known
 * @param predicted what they would be, absent if too little is known
 * @param reasons sentences on what the prediction rests on
 */
public record WhatIfDescriptor(
        String flow,
        @Nullable PerformanceDescriptor now,
        @Nullable PerformanceDescriptor predicted,
        List<String> reasons)
        implements OperationResponseBody, PlainText {

    private static final TextTable<Entry<String, PerformanceDescriptor>> TABLE =
            TextTable.<Entry<String, PerformanceDescriptor>>create()
                    .text("", Entry::getKey)
                    .number("rate [events/s]", row -> row.getValue().throughputPerSecond())
                    .number("p50 [ms]", row -> Rounding.millis(row.getValue().p50Micros()))
                    .number("p99 [ms]", row -> Rounding.millis(row.getValue().p99Micros()))
                    .text("limited by", row -> row.getValue().limitedBy());

    static WhatIfDescriptor of(WhatIf prediction) {
        return new WhatIfDescriptor(
                prediction.flow(),
                PerformanceDescriptor.of(prediction.now()),
                PerformanceDescriptor.of(prediction.predicted()),
                prediction.reasons());
    }

    @Override
    public String plainText() {
        List<Entry<String, PerformanceDescriptor>> rows = Stream.of(row("now", now), row("predicted", predicted))
                .filter(Objects::nonNull)
                .toList();
        String notes = reasons.stream()
                .map(reason -> SafeText.words(reason) + "\n")
                .collect(Collectors.joining("", rows.isEmpty() ? "" : "\n", ""));
        return "flow %s\n\n%s%s".formatted(flow, rows.isEmpty() ? "" : TABLE.format(rows), notes);
    }

    private static @Nullable Entry<String, PerformanceDescriptor> row(
            String name, @Nullable PerformanceDescriptor performance) {
        return performance == null ? null : Map.entry(name, performance);
    }
}
