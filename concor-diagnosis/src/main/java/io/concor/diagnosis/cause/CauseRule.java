package io.concor.diagnosis.cause;

import io.concor.diagnosis.situation.Bottleneck;
import io.concor.diagnosis.situation.Situation;
import java.util.stream.Stream;

/** Finds one cause or several that are told apart by the same signals. */
@FunctionalInterface
interface CauseRule {

    /** Returns the causes that the signals support, in no order. */
    Stream<Finding> check(Situation situation, Bottleneck bottleneck);
}
