package io.concor.autoconfigure.diagnosis;

import io.concor.autoconfigure.advice.ComputingCallers;
import io.concor.diagnosis.AlarmListener;
import io.concor.diagnosis.situation.LimitSigns;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Evidence;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Knows from verdicts that threads of callers queue for processors. A change of the layout makes the verdict unknown, so
 * that of the present alarm counts, too. Thread-safe.
 */
final class QueuingCallers implements ComputingCallers, AlarmListener {

    private final Function<String, Verdict> verdicts;
    /** The present alarm of each flow. */
    private final Map<String, Verdict> present = new ConcurrentHashMap<>();

    /** @param verdicts returns the verdict about a flow */
    QueuingCallers(Function<String, Verdict> verdicts) {
        this.verdicts = verdicts;
    }

    @Override
    public OptionalDouble queuing(String flow) {
        return Stream.concat(Stream.of(verdicts.apply(flow)), Stream.ofNullable(present.get(flow)))
                .flatMap(verdict -> verdict.evidence().stream())
                .filter(evidence -> evidence.signal().equals(LimitSigns.COMPUTING_CALLERS))
                .mapToDouble(Evidence::value)
                .findFirst();
    }

    @Override
    public void onRaised(Verdict verdict) {
        present.put(verdict.flow(), verdict);
    }

    @Override
    public void onMoved(Verdict verdict) {
        present.put(verdict.flow(), verdict);
    }

    @Override
    public void onCleared(Verdict raised) {
        present.remove(raised.flow());
    }
}
