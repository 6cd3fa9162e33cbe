package io.concor.experiments;

/** An attempt tells nothing, because something disturbed it: once more it may. */
final class DisturbedException extends ExperimentException {

    private static final long serialVersionUID = 1;

    DisturbedException(String message) {
        super(message);
    }
}
