package io.concor.diagnosis;

import io.concor.BatchSettings;
import io.concor.JoinSettings;
import io.concor.diagnosis.rule.FailureBounds;
import io.concor.diagnosis.rule.FailureTracker;
import io.concor.diagnosis.rule.Forecast;
import io.concor.diagnosis.rule.LimitSigns;
import io.concor.diagnosis.rule.Situation;
import io.concor.diagnosis.signal.ConnectionPools;
import io.concor.diagnosis.signal.Observation;
import io.concor.diagnosis.signal.OwnThreads;
import io.concor.diagnosis.signal.SignalReader;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.WhatIf;
import io.concor.layout.FlowState;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.statistics.FlowHistograms;
import io.concor.text.FailureLog;
import io.concor.text.SafeText;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
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
    private final Clock clock;
    private final Map<String, FlowDiagnosis> flows = new ConcurrentSkipListMap<>();
    private final List<AlarmListener> listeners = new CopyOnWriteArrayList<>();
    private final List<RenewalListener> followers = new CopyOnWriteArrayList<>();
    private final ScheduledExecutorService reader =
            Executors.newSingleThreadScheduledExecutor(threads.named("concor-diagnosis"));
    private final ExecutorService looks = Executors.newCachedThreadPool(threads.named("concor-diagnosis-look"));
    private final ExecutorService simulations =
            Executors.newSingleThreadExecutor(threads.named("concor-diagnosis-simulation"));
    private final Predictions predictions = new Predictions(threads, System::nanoTime);
    private final FailureLog failures = new FailureLog();
    /** When the present second ends, by {@link System#nanoTime}. */
    private long secondEnds = System.nanoTime() + SECOND_NANOS;

    private Diagnosis(
            Manager manager,
            ConnectionPools connections,
            Function<String, Goal> goals,
            FailureBounds failureBounds,
            Clock clock) {
        this.manager = manager;
        this.goals = goals;
        this.failureBounds = failureBounds;
        this.clock = clock;
        this.signals = new SignalReader(manager, connections, threads);
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
        Diagnosis diagnosis = new Diagnosis(manager, connections, goals, failureBounds, Clock.systemUTC());
        // with a rate, readings that a pause of the JVM had delayed would follow in its last moment
        diagnosis.reader.scheduleWithFixedDelay(diagnosis::read, 0, READING_NANOS, TimeUnit.NANOSECONDS);
        return diagnosis;
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
        manager.layout(flow); // throws if there is no such flow
        return of(flow).verdict();
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
        requireSameBatches(flow, slots);
        Situation situation = known(flow);
        return predictions.answer(
                new Predictions.Question(flow, situation.flow().layout(), slots, rate),
                caller,
                () -> predict(new Forecast(flow, situation, verdict.limitedBy()), slots, rate));
    }

    private static WhatIf predict(Forecast forecast, Map<String, Optional<JoinSettings>> slots, OptionalDouble rate) {
        WhatIf predicted = forecast.predict(slots, rate);
        if (forecast.exceedsProcessors(predicted.predicted())) {
            throw new PredictionUnavailableException(
                    predicted.flow(),
                    String.format(
                            Locale.ROOT,
                            "all processors are busy, and the tasks of %.0f events per second instead of %.0f would need more of them",
                            predicted.predicted().throughputPerSecond(),
                            predicted.now().throughputPerSecond()),
                    "Relieve the processors, or try the change for a short time with revertAfter");
        }
        return predicted;
    }

    private void requireSameBatches(String flow, Map<String, Optional<JoinSettings>> slots) {
        Map<String, JoinSettings> present = manager.layout(flow).slots();
        slots.forEach((slot, changed) -> {
            JoinSettings before = present.get(slot);
            if (before != null && changed.isPresent() && formOthers(before, changed.get())) {
                throw new PredictionUnavailableException(
                        flow,
                        String.format(
                                Locale.ROOT,
                                "how long a call in slot '%s' takes depends on the size of batches, which this change affects",
                                SafeText.shown(slot)),
                        "Try the change for a short time with revertAfter");
            }
        });
    }

    /** What happens to the events of a failed batch makes no difference to the others. */
    private static boolean formOthers(JoinSettings before, JoinSettings after) {
        BatchSettings wanted = after.batchingOrDefault();
        return !before.batchErrors(wanted.errors()).batchingOrDefault().equals(wanted);
    }

    private Situation known(String flow) {
        Situation situation = of(flow).situation();
        if (situation == null || !situation.flow().layout().equals(manager.layout(flow))) {
            throw new PredictionUnavailableException(
                    flow,
                    "no second has passed since its start or the last change of its layout",
                    "Try again in some seconds");
        }
        if (situation.isIdle()) {
            throw new PredictionUnavailableException(
                    flow,
                    "less than one event per second has ended lately",
                    "Let it handle at least one event per second for some seconds, and try again");
        }
        if (LimitSigns.callersQueueForProcessors(situation)) {
            throw new PredictionUnavailableException(
                    flow,
                    "threads of callers or clients compute in it while all processors are busy, so what other threads would get of these is not known",
                    "Make the tasks that compute cheaper, or try the change for a short time with revertAfter");
        }
        if (situation.lacksFinishedTasks()) {
            throw new PredictionUnavailableException(
                    flow,
                    "nearly all events have ended by timeout lately, before a task that takes longer",
                    "Its time is not known until events wait for its end: give the flow a longer timeout, or make the task faster");
        }
        if (situation.hasManyTimeouts()) {
            throw new PredictionUnavailableException(
                    flow,
                    String.format(
                            Locale.ROOT,
                            "%.0f %% of the events have ended by their timeout lately, which the simulation does not know",
                            100 * situation.timedOut()),
                    "Give the flow a longer timeout or less load, or try the change for a short time with revertAfter");
        }
        if (situation.sharesBusyProcessors()) {
            throw new PredictionUnavailableException(
                    flow,
                    "its threads wait for processors, which are all busy and mostly used by others, so what other threads would get of these is not known",
                    "Relieve the processors, or try the change for a short time with revertAfter");
        }
        return situation;
    }

    private FlowDiagnosis of(String flow) {
        return flows.computeIfAbsent(
                flow,
                name -> new FlowDiagnosis(
                        manager.reading(name),
                        new ManagedSource(name),
                        looks,
                        simulation -> simulations.execute(() -> guarded(simulation)),
                        new Alarm(new AllListeners(), clock::instant),
                        new FailureAlarm(new FailureTracker(failureBounds), new AllListeners()),
                        clock.instant()));
    }

    private void read() {
        guarded(() -> {
            signals.sample();
            if (secondHasEnded(System.nanoTime())) {
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

    /** Reads a flow of the manager. */
    private final class ManagedSource implements FlowDiagnosis.FlowSource {

        private final String flow;

        ManagedSource(String flow) {
            this.flow = flow;
        }

        @Override
        public FlowHistograms histograms() {
            return manager.histograms(flow);
        }

        @Override
        public List<Long> threadIds(int slot) {
            return manager.reading(flow).slots().get(slot).threadIds();
        }

        @Override
        public OptionalDouble goalP99Micros() {
            return goals.apply(flow).p99Micros();
        }

        @Override
        public boolean isRunning() {
            return manager.state(flow) == FlowState.RUNNING;
        }

        @Override
        public Optional<String> violation(String slot, JoinSettings settings) {
            return manager.violations(ChangeRequest.put(flow, slot, settings)).stream()
                    .map(broken -> broken.reason() + "; allowed: " + broken.allowed())
                    .findFirst();
        }
    }

    /** Passes alarms on to all listeners. */
    private final class AllListeners implements AlarmListener {

        @Override
        public void onRaised(Verdict verdict) {
            each(listener -> listener.onRaised(verdict));
        }

        @Override
        public void onMoved(Verdict verdict) {
            each(listener -> listener.onMoved(verdict));
        }

        @Override
        public void onCleared(Verdict raised) {
            each(listener -> listener.onCleared(raised));
        }

        @Override
        public void onFailing(Verdict verdict) {
            each(listener -> listener.onFailing(verdict));
        }

        @Override
        public void onFailureEnded(Verdict raised) {
            each(listener -> listener.onFailureEnded(raised));
        }

        private void each(Consumer<AlarmListener> call) {
            listeners.forEach(listener -> guarded(() -> call.accept(listener)));
        }
    }
}
