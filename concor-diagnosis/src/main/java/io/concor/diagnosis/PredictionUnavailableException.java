package io.concor.diagnosis;

import io.concor.ConcorException;

/** Too little is known about a flow for a prediction. */
public final class PredictionUnavailableException extends ConcorException {

    private static final long serialVersionUID = 1L;

    /** @param missing what is not known, as the end of a sentence */
    public PredictionUnavailableException(String flow, String missing) {
        super(
                "flow '%s': too little is known for a prediction: %s. Let it handle at least one event per second for some seconds, and try again"
                        .formatted(flow, missing));
    }
}
