package io.concor.autoconfigure.diagnosis;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import java.util.OptionalInt;

/** Reads from a verdict how many connections limit a flow. */
final class LimitingConnections {

    private static final String IN_USE = ".active";

    private LimitingConnections() {}

    /** Returns their number, 0 if it is not known; empty if no connections limit the flow. */
    static OptionalInt of(Verdict verdict) {
        boolean limit = verdict.cause() == Cause.CONNECTION_POOL || verdict.cause() == Cause.CONNECTION_LEAK;
        return limit ? OptionalInt.of(number(verdict)) : OptionalInt.empty();
    }

    private static int number(Verdict verdict) {
        return verdict.evidence().stream()
                .filter(evidence -> evidence.signal().endsWith(IN_USE))
                .mapToInt(evidence -> (int) evidence.threshold())
                .findFirst()
                .orElse(0);
    }
}
