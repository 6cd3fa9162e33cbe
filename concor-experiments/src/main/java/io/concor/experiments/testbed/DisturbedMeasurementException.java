package io.concor.experiments.testbed;

/** A measurement is not valid because it was disturbed. It can be repeated. */
public final class DisturbedMeasurementException extends ExperimentException {

    private static final long serialVersionUID = 1;

    public DisturbedMeasurementException(String message) {
        super(message);
    }
}
