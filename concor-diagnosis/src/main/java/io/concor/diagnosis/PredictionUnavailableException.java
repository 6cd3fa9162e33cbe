package io.concor.diagnosis;

import io.concor.ConcorException;
import io.concor.text.Sentence;

/** Too little is known about a flow for a prediction. */
public final class PredictionUnavailableException extends ConcorException {

    private static final long serialVersionUID = 1L;

    /**
     * @param missing what is not known, as the end of a sentence
     * @param remedy what to do, as a sentence without its end
     */
    public PredictionUnavailableException(String flow, String missing, String remedy) {
        super(Sentence.of("flow '%s': too little is known for a prediction: %s. %s", flow, missing, remedy));
    }
}
