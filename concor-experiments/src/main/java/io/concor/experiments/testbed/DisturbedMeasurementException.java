package io.concor.experiments.testbed;

/** An attempt tells nothing, because something disturbed it: once more it may. */
public final class DisturbedMeasurementException extends ExperimentException {

    private static final long serialVersionUID = 1;

    public DisturbedMeasurementException(String message) {
        super(message);
    }
}
