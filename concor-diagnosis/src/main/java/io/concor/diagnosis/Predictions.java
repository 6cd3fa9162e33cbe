package io.concor.diagnosis;

import io.concor.JoinSettings;
import io.concor.diagnosis.signal.OwnThreads;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.layout.Layout;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Computes the predictions that callers request, on a thread whose use of processors is known, and within a budget. One at a
 * time, because it takes a processor, which the flows need: others wait for a bounded time, in the order of their arrival. The
 * same question gets the same answer as long as its measured times are about the same. Thread-safe.
 */
final class Predictions implements AutoCloseable {

    private static final Duration KEPT = Duration.ofSeconds(2);
    private static final int MOST_KEPT = 16;

    private final Semaphore turn = new Semaphore(1, true);
    private final Duration patience;
    private final LongSupplier nanoTime;
    /** The last answers, the oldest first. Guarded by itself. */
    private final Map<Question, Answer> answers = new LinkedHashMap<>();

    private final PredictionBudget budget;
    private final ExecutorService worker;

    /**
     * @param patience how long others wait for the end of a prediction
     * @param nanoTime the time, such as {@link System#nanoTime}
     */
    Predictions(OwnThreads threads, Duration patience, LongSupplier nanoTime) {
        this.patience = patience;
        this.nanoTime = nanoTime;
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

    private record Answer(WhatIf prediction, long nanos) {}

    /**
     * Returns the answer to a question.
     *
     * @param caller whose budget the prediction is charged to; empty for none
     * @param prediction computes the answer
     * @throws PredictionBudgetException if the budget of the caller, or of all callers, is used up
     * @throws PredictionBusyException if other predictions take too long, or the thread is interrupted
     */
    WhatIf answer(Question question, Optional<String> caller, Supplier<WhatIf> prediction) {
        return kept(question).orElseGet(() -> {
            caller.ifPresent(charged -> budget.charge(question.flow(), charged));
            if (!turnComes()) {
                throw new PredictionBusyException(question.flow(), patience);
            }
            try {
                return kept(question).orElseGet(() -> keep(question, computed(question.flow(), prediction)));
            } finally {
                turn.release();
            }
        });
    }

    private boolean turnComes() {
        try {
            return turn.tryAcquire(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private Optional<WhatIf> kept(Question question) {
        synchronized (answers) {
            long now = nanoTime.getAsLong();
            answers.values().removeIf(answer -> now - answer.nanos() >= KEPT.toNanos());
            return Optional.ofNullable(answers.get(question)).map(Answer::prediction);
        }
    }

    private WhatIf keep(Question question, WhatIf prediction) {
        synchronized (answers) {
            if (answers.size() >= MOST_KEPT) {
                answers.remove(answers.keySet().iterator().next());
            }
            answers.put(question, new Answer(prediction, nanoTime.getAsLong()));
            return prediction;
        }
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
