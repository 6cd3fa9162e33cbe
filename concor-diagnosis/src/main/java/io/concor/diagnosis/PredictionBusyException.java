package io.concor.diagnosis;

import io.concor.ConcorException;
import io.concor.text.DurationFormat;
import io.concor.text.Sentence;
import java.time.Duration;

/** A prediction did not begin in time, because another one is computed. Repeat the call in some seconds. */
public final class PredictionBusyException extends ConcorException {

    private static final long serialVersionUID = 1L;

    /** @param waited for how long the caller has waited */
    public PredictionBusyException(String flow, Duration waited) {
        super(Sentence.of(
                "flow '%s': no prediction within %s, because another one is running and they run one at a time; try again in some seconds",
                flow, DurationFormat.of(waited)));
    }
}
