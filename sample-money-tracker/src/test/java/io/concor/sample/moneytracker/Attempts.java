package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.sample.moneytracker.InjectedFaults.InjectedFaultException;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The answers that clients received, for comparison with the database. */
final class Attempts {

    private final Set<String> ids = ConcurrentHashMap.newKeySet();
    private final Map<String, BigDecimal> booked = new ConcurrentHashMap<>();
    private final Set<String> perhaps = ConcurrentHashMap.newKeySet();
    private final Queue<Throwable> unexpected = new ConcurrentLinkedQueue<>();
    private final Queue<String> contradictions = new ConcurrentLinkedQueue<>();
    private final LongAdder values = new LongAdder();
    private final LongAdder errors = new LongAdder();

    /** Records the end of an event. */
    void ended(String id, @Nullable BookedTrx result, @Nullable Throwable error) {
        ids.add(id);
        if (error == null && result != null) {
            values.increment();
            booked(id, result.balance());
        } else {
            errors.increment();
            failed(id, error == null ? new NullPointerException("no value") : error);
        }
    }

    private void booked(String id, BigDecimal balance) {
        BigDecimal before = booked.putIfAbsent(id, balance);
        if (before != null && !before.equals(balance)) {
            contradictions.add("%s was booked with %s and with %s".formatted(id, before, balance));
        }
    }

    private void failed(String id, Throwable error) {
        if (error instanceof TrxRefusedException) {
            return;
        }
        if (!(error instanceof InjectedFaultException injected)) {
            unexpected.add(error);
            perhaps.add(id);
        } else if (injected.task().equals("trxLogger")) {
            perhaps.add(id);
            if (injected.getCause() != null) {
                contradictions.add(id + ": the logger met an error");
            }
        } else if (injected.getCause() instanceof AlreadyBookedException) {
            perhaps.add(id);
        } else if (injected.getCause() != null) {
            failed(id, injected.getCause());
        }
    }

    long values() {
        return values.sum();
    }

    long errors() {
        return errors.sum();
    }

    /** Returns errors that were not injected: those of the database, the connection pool and the flow. */
    Queue<Throwable> unexpected() {
        return unexpected;
    }

    /**
     * Asserts that what was reported as booked is booked, with that balance, and that what was reported as failed is not,
     * except failures of the commit or after it, which leave it open.
     */
    void agreeWith(Bank bank) {
        Map<String, BigDecimal> really = bank.booked();
        assertThat(contradictions).isEmpty();
        assertThat(really).as("what was reported as booked").containsAllEntriesOf(booked);
        really.keySet().removeAll(booked.keySet());
        assertThat(perhaps).as("what may be booked").containsAll(really.keySet());
        assertThat(ids).as("what was ever sent").containsAll(booked.keySet());
    }

    @Override
    public String toString() {
        return "%d ids, %d values, %d errors of which %d were not made by the test"
                .formatted(ids.size(), values(), errors(), unexpected.size());
    }
}
