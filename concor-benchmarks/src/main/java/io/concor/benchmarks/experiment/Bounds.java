package io.concor.benchmarks.experiment;

import java.time.Duration;

/** Refuses values of options that are out of bounds, before anything is started. */
final class Bounds {

    private final PlaceOptions place;

    Bounds(PlaceOptions place) {
        this.place = place;
    }

    void within(String option, int value, int least, int most) {
        if (value < least || value > most) {
            throw place.refused("%s is %d: it must be %d to %d".formatted(option, value, least, most));
        }
    }

    void wholeSeconds(String option, Duration value, int least, int most) {
        if (value.toMillisPart() != 0 || value.toSeconds() < least || value.toSeconds() > most) {
            throw place.refused(
                    "%s is %d ms: it must be %d to %d whole seconds".formatted(option, value.toMillis(), least, most));
        }
    }
}
