package io.concor.diagnosis.verdict;

import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a change of a layout would bring. Nothing was changed.
 *
 * @param now throughput and latency as measured, or null if too little is known
 * @param predicted what they would be, or null if too little is known
 * @param reasons sentences on what the prediction rests on
 */
public record WhatIf(
        String flow, @Nullable Performance now, @Nullable Performance predicted, List<String> reasons) {

    /** Copies the list. */
    public WhatIf {
        reasons = List.copyOf(reasons);
    }
}
