package io.concor.benchmarks.experiment;

/** An attempt tells nothing, because not even its first rate was stable: once more it may. */
final class DisturbedException extends ExperimentException {

    private static final long serialVersionUID = 1;

    DisturbedException(int rate) {
        super(("Not even the first rate, %d requests per second, was stable: say a lower --start, or leave the"
                        + " machine to the experiment")
                .formatted(rate));
    }
}
