package io.concor.diagnosis;

import io.concor.diagnosis.Predictions.Question;
import io.concor.diagnosis.verdict.WhatIf;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;

/** Keeps the last answers for as long as their measured times are about the same. Thread-safe. */
final class PredictionCache {

    static final Duration KEPT = Duration.ofSeconds(2);
    static final int MOST = 16;

    private final LongSupplier nanoTime;
    /** The oldest first. */
    private final Map<Question, Answer> answers = new LinkedHashMap<>();

    private record Answer(WhatIf prediction, long nanos) {}

    /** @param nanoTime the time, such as {@link System#nanoTime} */
    PredictionCache(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    synchronized Optional<WhatIf> find(Question question) {
        long now = nanoTime.getAsLong();
        answers.values().removeIf(answer -> now - answer.nanos() >= KEPT.toNanos());
        return Optional.ofNullable(answers.get(question)).map(Answer::prediction);
    }

    /** Returns the prediction. */
    synchronized WhatIf keep(Question question, WhatIf prediction) {
        if (answers.size() >= MOST) {
            answers.remove(answers.keySet().iterator().next());
        }
        answers.put(question, new Answer(prediction, nanoTime.getAsLong()));
        return prediction;
    }
}
