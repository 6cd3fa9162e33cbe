package io.concor.diagnosis;

import io.concor.ConcorException;
import io.concor.text.DurationFormat;
import io.concor.text.Sentence;
import java.time.Duration;

/** Callers have requested more predictions than the budget allows. Repeat the call in some seconds. */
public final class PredictionBudgetException extends ConcorException {

    private static final long serialVersionUID = 1L;

    PredictionBudgetException(String flow, String owner, int most, Duration interval) {
        super(Sentence.of(
                "flow '%s': no prediction, because %s used up the budget of %d predictions and one more every %s; try again in some seconds",
                flow, owner, most, DurationFormat.of(interval)));
    }
}
