package io.concor.diagnosis;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Bounds the processor time that callers who repeat predictions can take. Thread-safe. */
final class PredictionBudget {

    static final Budget OF_CALLER = new Budget(20, Duration.ofSeconds(5));
    static final Budget OF_ALL = new Budget(30, Duration.ofSeconds(3));

    private final LongSupplier nanoTime;
    private final Account all;
    /** The accounts that are not full: {@link #OF_ALL} bounds their number. */
    private final Map<String, Account> callers = new HashMap<>();

    /**
     * What may be computed.
     *
     * @param most the number of predictions at once
     * @param interval the time after which one more is possible
     */
    record Budget(int most, Duration interval) {}

    /** @param nanoTime the time, such as {@link System#nanoTime} */
    PredictionBudget(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.all = new Account(OF_ALL, nanoTime.getAsLong());
    }

    /** @throws PredictionBudgetException if no prediction is left, for the caller or for all */
    synchronized void charge(String flow, String caller) {
        long now = nanoTime.getAsLong();
        callers.values().removeIf(account -> account.owedNanos(now) == 0);
        Account own = callers.getOrDefault(caller, new Account(OF_CALLER, now));
        own.require(now, flow, "this caller has");
        all.require(now, flow, "all callers together have");
        own.charge(now);
        all.charge(now);
        callers.put(caller, own);
    }

    /** A budget and when it is whole again. */
    private static final class Account {

        private final Budget budget;
        private final long intervalNanos;
        private long wholeAt;

        Account(Budget budget, long now) {
            this.budget = budget;
            this.intervalNanos = budget.interval().toNanos();
            this.wholeAt = now;
        }

        /** Returns the time until the budget is whole. */
        long owedNanos(long now) {
            return Math.max(0, wholeAt - now);
        }

        void require(long now, String flow, String owner) {
            if (owedNanos(now) > (budget.most() - 1) * intervalNanos) {
                throw new PredictionBudgetException(flow, owner, budget.most(), budget.interval());
            }
        }

        void charge(long now) {
            wholeAt = now + owedNanos(now) + intervalNanos;
        }
    }
}
