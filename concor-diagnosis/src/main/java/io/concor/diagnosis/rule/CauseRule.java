package io.concor.diagnosis.rule;

import java.util.stream.Stream;

/** Finds one cause or several that are told apart by the same signals. */
@FunctionalInterface
interface CauseRule {

    /** Returns the causes that the signals support, in no order. */
    Stream<Finding> check(Situation situation, Bottleneck bottleneck);
}
