package io.concor.diagnosis;

import io.concor.JoinSettings;
import io.concor.diagnosis.signal.OwnThreads;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.layout.Layout;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Computes the predictions that callers request: one at a time, on a thread whose use of processors is known, and within a
 * budget. The same question is answered from a cache for a short time. Thread-safe.
 */
final class Predictions implements AutoCloseable {

    private final PredictionTurn turn = new PredictionTurn(Duration.ofSeconds(1));
    private final PredictionCache answers;
    private final PredictionBudget budget;
    private final ExecutorService worker;

    /** @param nanoTime the time, such as {@link System#nanoTime} */
    Predictions(OwnThreads threads, LongSupplier nanoTime) {
        this.answers = new PredictionCache(nanoTime);
        this.budget = new PredictionBudget(nanoTime);
        this.worker = Executors.newSingleThreadExecutor(threads.named("concor-diagnosis-prediction"));
    }

    /**
     * What a caller asks.
     *
     * @param layout the present layout
     * @param slots the changed slots
     */
    record Question(String flow, Layout layout, Map<String, Optional<JoinSettings>> slots, OptionalDouble rate) {

        Question {
            slots = Map.copyOf(slots);
        }
    }

    /**
     * Returns the answer to a question.
     *
     * @param caller whose budget the prediction is charged to; empty for none
     * @param prediction computes the answer
     * @throws PredictionBudgetException if the budget of the caller, or of all callers, is used up
     * @throws PredictionBusyException if other predictions take too long
     */
    WhatIf answer(Question question, Optional<String> caller, Supplier<WhatIf> prediction) {
        return answers.find(question).orElseGet(() -> {
            caller.ifPresent(charged -> budget.charge(question.flow(), charged));
            return turn.take(question.flow(), () -> answers.find(question)
                    .orElseGet(() -> answers.keep(question, computed(question.flow(), prediction))));
        });
    }

    private WhatIf computed(String flow, Supplier<WhatIf> prediction) {
        try {
            return CompletableFuture.supplyAsync(prediction, worker).join();
        } catch (RejectedExecutionException closed) {
            throw new PredictionUnavailableException(
                    flow, "the diagnosis was closed", "Ask while the application runs");
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
    }

    @Override
    public void close() {
        worker.shutdown();
    }
}
