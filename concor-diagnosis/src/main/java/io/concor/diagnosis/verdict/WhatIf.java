package io.concor.diagnosis.verdict;

import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.List;

/**
 * What a change of a layout would bring. Nothing was changed.
 *
 * @param now throughput and latency as measured
 * @param predicted what they would be
 * @param reasons sentences on what the prediction rests on
 */
public record WhatIf(String flow, Performance now, Performance predicted, List<String> reasons) {

    /** Copies the list. */
    public WhatIf {
        reasons = List.copyOf(reasons);
    }
}
