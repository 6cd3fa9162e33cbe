package io.concor.diagnosis;

import io.concor.JoinSettings;
import io.concor.diagnosis.forecast.Forecast;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.OwnThreads;
import io.concor.diagnosis.signal.ReadingClock;
import io.concor.diagnosis.signal.SignalReader;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.text.FailureLog;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a verdict about each flow of a manager. A thread reads levels ten times a second and renews the verdicts once a
 * second; closer looks and simulations, which take longer, have threads of their own. On the path of an event it adds
 * nothing. Thread-safe.
 */
public final class Diagnosis implements AutoCloseable {

    private static final Logger logger = LoggerFactory.getLogger(Diagnosis.class);
    private static final long SECOND_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long READING_NANOS = SECOND_NANOS / 10;

    private final Manager manager;
    private final Function<String, Goal> goals;
    private final FailureBounds failureBounds;
    private final OwnThreads threads = new OwnThreads();
    private final SignalReader signals;
    private final ReadingClock readings;
    private final Clock clock = Clock.systemUTC();
    private final Map<String, FlowDiagnosis> flows = new ConcurrentSkipListMap<>();
    private final List<AlarmListener> listeners = new CopyOnWriteArrayList<>();
    private final AlarmListener alarms =
            AlarmListener.passing(alarm -> listeners.forEach(listener -> guarded(() -> alarm.accept(listener))));
    private final List<RenewalListener> followers = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService reader =
            Executors.newSingleThreadScheduledExecutor(threads.named("concor-diagnosis"));
    private final ExecutorService looks = Executors.newCachedThreadPool(threads.named("concor-diagnosis-look"));
    private final ExecutorService simulations =
            Executors.newSingleThreadExecutor(threads.named("concor-diagnosis-simulation"));
    private final Predictions predictions = new Predictions(threads, Duration.ofSeconds(1), System::nanoTime);
    private final FailureLog failures = new FailureLog();
    /** When the present second ends, by {@link #readings}. */
    private long secondEnds;

    private Diagnosis(
            Manager manager,
            ConnectionPools connections,
            Function<String, Goal> goals,
            FailureBounds failureBounds,
            ReadingClock readings) {
        this.manager = manager;
        this.goals = goals;
        this.failureBounds = failureBounds;
        this.readings = readings;
        this.secondEnds = readings.nanos() + SECOND_NANOS;
        this.signals = new SignalReader(readings, manager, connections, threads);
    }

    /**
     * Starts to read signals. A flow is failing from {@link FailureBounds#DEFAULT} on.
     *
     * @param connections the connection pools of the application
     * @param goals returns the goal of a flow
     */
    public static Diagnosis start(Manager manager, ConnectionPools connections, Function<String, Goal> goals) {
        return start(manager, connections, goals, FailureBounds.DEFAULT);
    }

    /**
     * Starts to read signals.
     *
     * @param connections the connection pools of the application
     * @param goals returns the goal of a flow
     * @param failureBounds from which failures on a flow is failing
     */
    public static Diagnosis start(
            Manager manager, ConnectionPools connections, Function<String, Goal> goals, FailureBounds failureBounds) {
        Diagnosis diagnosis = new Diagnosis(manager, connections, goals, failureBounds, ReadingClock.SYSTEM);
        // with a rate, readings that a pause of the JVM had delayed would follow in its last moment
        diagnosis.reader.scheduleWithFixedDelay(diagnosis::read, 0, READING_NANOS, TimeUnit.NANOSECONDS);
        return diagnosis;
    }

    /** Returns one whose readings the caller makes, at the times of its own clock. */
    static Diagnosis stepped(
            Manager manager, ConnectionPools connections, Function<String, Goal> goals, ReadingClock readings) {
        return new Diagnosis(manager, connections, goals, FailureBounds.DEFAULT, readings);
    }

    /** Does not count what a thread uses of the processors as the use of the flows: it observes or predicts, too. */
    public void disregard(Thread thread) {
        threads.add(thread);
    }

    boolean disregards(Thread thread) {
        return threads.contain(thread);
    }

    /** Adds a listener for alarms. */
    public void listen(AlarmListener listener) {
        listeners.add(listener);
    }

    /** Adds a listener for all verdicts. */
    public void follow(RenewalListener follower) {
        followers.add(follower);
    }

    /** Returns the verdicts about all flows, sorted by name. */
    public List<Verdict> verdicts() {
        return manager.names().stream().flatMap(this::verdictIfKnown).toList();
    }

    /** Returns nothing for a flow that was just removed from the manager. */
    private Stream<Verdict> verdictIfKnown(String flow) {
        try {
            return Stream.of(verdict(flow));
        } catch (UnknownNameException removed) {
            return Stream.empty();
        }
    }

    /**
     * Returns the verdict about a flow.
     *
     * @throws UnknownNameException if there is no such flow
     */
    public Verdict verdict(String flow) {
        manager.flow(flow); // throws if there is no such flow
        return of(flow).verdict();
    }

    /**
     * Returns how many connections limit a flow, or limited it in the last ten seconds, in which its times were measured; 0 if
     * their number is not known, empty if they did not.
     *
     * @throws UnknownNameException if there is no such flow
     */
    public OptionalInt limitingConnections(String flow) {
        return of(flow).limits().connections(clock.instant());
    }

    /**
     * Returns how many threads of callers compute in a flow and queue for processors, or did in the last ten seconds; empty if
     * they did not.
     *
     * @throws UnknownNameException if there is no such flow
     */
    public OptionalDouble queuingCallers(String flow) {
        return of(flow).limits().callers(clock.instant());
    }

    /**
     * Predicts what a change of slots would bring, for the application itself: without a budget. Changes nothing.
     *
     * @see #whatIf(String, Map, OptionalDouble, String)
     */
    public WhatIf whatIf(String flow, Map<String, Optional<JoinSettings>> slots, OptionalDouble rate) {
        return predicted(flow, slots, rate, Optional.empty());
    }

    /**
     * Predicts what a change of slots would bring. Changes nothing. The same question gets the same answer for two
     * seconds.
     *
     * @param slots the changed slots by name; empty for no join. Whether the manager would accept them is not checked
     * @param rate the rate at which events would arrive, per second; empty for the present one
     * @param caller whose budget the prediction is charged to
     * @throws UnknownNameException if there is no such flow
     * @throws PredictionUnavailableException if too little is known, as of how long calls of a batch task take with batches
     *     of another size
     * @throws PredictionBudgetException if the caller, or all together, have requested too many predictions lately
     * @throws PredictionBusyException if other predictions take longer than a second
     */
    public WhatIf whatIf(String flow, Map<String, Optional<JoinSettings>> slots, OptionalDouble rate, String caller) {
        return predicted(flow, slots, rate, Optional.of(caller));
    }

    private WhatIf predicted(
            String flow, Map<String, Optional<JoinSettings>> slots, OptionalDouble rate, Optional<String> caller) {
        Verdict verdict = verdict(flow);
        PredictionConditions.requireSameBatches(
                flow, manager.flow(flow).layout().slots(), slots);
        Situation situation = known(flow);
        return predictions.answer(
                new Predictions.Question(flow, situation.flow().layout(), slots, rate),
                caller,
                () -> predict(new Forecast(flow, situation, verdict.limitedBy()), slots, rate));
    }

    private static WhatIf predict(Forecast forecast, Map<String, Optional<JoinSettings>> slots, OptionalDouble rate) {
        WhatIf predicted = forecast.predict(slots, rate);
        return PredictionConditions.requireProcessors(predicted, forecast.exceedsProcessors(predicted.predicted()));
    }

    private Situation known(String flow) {
        Situation situation = of(flow).situation();
        if (situation == null
                || !situation.flow().layout().equals(manager.flow(flow).layout())) {
            throw new PredictionUnavailableException(
                    flow,
                    "no second has passed since its start or the last change of its layout",
                    "Try again in some seconds");
        }
        PredictionConditions.requireKnown(flow, situation);
        return situation;
    }

    private FlowDiagnosis of(String flow) {
        return flows.computeIfAbsent(
                flow,
                name -> new FlowDiagnosis(
                        manager.flow(name).reading(),
                        new ManagedSource(name, manager, goals),
                        looks,
                        simulation -> simulations.execute(() -> guarded(simulation)),
                        new Alarm(alarms, clock::instant),
                        new FailureAlarm(failureBounds, alarms),
                        clock.instant()));
    }

    /** Makes a reading, and at the end of a second renews all verdicts. */
    void read() {
        guarded(() -> {
            signals.sample();
            if (secondHasEnded(readings.nanos())) {
                forget(manager.names());
                signals.endSecond().forEach((flow, recent) -> guarded(() -> renew(flow, recent)));
            }
        });
    }

    /** A second is at least as long as its name says: the rates of a shorter one are noise. */
    private boolean secondHasEnded(long now) {
        if (now - secondEnds < 0) {
            return false;
        }
        secondEnds = now + SECOND_NANOS;
        return true;
    }

    /** What fails for one flow or listener, or because a flow was closed meanwhile, must not end the readings of the others. */
    private void guarded(Runnable action) {
        try {
            action.run();
        } catch (UnknownNameException | RejectedExecutionException closed) {
            logger.debug("A flow or the diagnosis was closed meanwhile", closed);
        } catch (Throwable failed) {
            failures.once(failed, thrown -> logger.error("The diagnosis failed and goes on. Logged once", thrown));
        }
    }

    /** Forgets the flows that no longer exist. */
    private void forget(List<String> names) {
        flows.forEach((name, known) -> {
            if (!names.contains(name)) {
                flows.remove(name);
                known.end();
            }
        });
    }

    private void renew(String flow, List<Observation> recent) {
        FlowDiagnosis known = of(flow);
        if (!recent.isEmpty() && !known.isOf(recent.get(recent.size() - 1).flow())) {
            flows.remove(flow);
            known.end();
            known = of(flow);
        }
        if (!recent.isEmpty() && recent.get(recent.size() - 1).flow().isShort()) {
            return;
        }
        known.next(recent, clock.instant());
        for (RenewalListener follower : followers) {
            follower.onRenewed(flow, known.situation(), known.verdict(), known.isProvisional());
        }
    }

    /** Stops reading. The verdicts stay as they are. */
    @Override
    public void close() {
        reader.shutdownNow();
        looks.shutdownNow();
        simulations.shutdownNow();
        predictions.close();
    }
}
