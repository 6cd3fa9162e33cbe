package io.concor.diagnosis.cause;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import io.concor.text.Sentence;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cause that the signals support.
 *
 * @param component the index of the component that it concerns, or -1 for the whole flow
 * @param confidence 0 to 1
 * @param summary a sentence with the cause, the place and the decisive figure
 * @param evidence what speaks for it, the most decisive first
 * @param against what speaks against it
 */
public record Finding(
        Cause cause,
        int component,
        double confidence,
        String summary,
        List<Evidence> evidence,
        List<Evidence> against) {

    /** The index of no component. */
    public static final int WHOLE_FLOW = -1;

    /** Copies the lists. */
    public Finding {
        evidence = List.copyOf(evidence);
        against = List.copyOf(against);
        confidence = Math.max(0, Math.min(1, confidence));
    }

    public static Finding of(Cause cause, int component, double confidence) {
        return new Finding(cause, component, confidence, "", List.of(), List.of());
    }

    /** Returns the same with a summary in the words of a format. */
    public Finding says(String format, @Nullable Object... values) {
        return new Finding(cause, component, confidence, Sentence.of(format, values), evidence, against);
    }

    /** Returns the same with a confidence of so many times as much. */
    Finding times(double factor) {
        return new Finding(cause, component, factor * confidence, summary, evidence, against);
    }

    Finding atMost(double confidence) {
        return new Finding(cause, component, Math.min(this.confidence, confidence), summary, evidence, against);
    }

    /** Returns the same with further figures that speak for it. */
    Finding because(Evidence... figures) {
        return new Finding(cause, component, confidence, summary, plus(evidence, figures), against);
    }

    Finding against(Evidence figure) {
        return new Finding(cause, component, confidence, summary, evidence, plus(against, figure));
    }

    private static List<Evidence> plus(List<Evidence> some, Evidence... others) {
        return Stream.concat(some.stream(), Stream.of(others)).toList();
    }
}
