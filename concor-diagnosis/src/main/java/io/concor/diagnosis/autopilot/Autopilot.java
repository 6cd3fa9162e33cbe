package io.concor.diagnosis.autopilot;

import io.concor.ConcorException;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.AutopilotStatus.Result;
import io.concor.diagnosis.signal.OwnThreads;
import io.concor.diagnosis.situation.Situation;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeEntry.OnTrial;
import io.concor.manage.ChangeEntry.Outcome;
import io.concor.manage.ChangeEntry.TrialState;
import io.concor.manage.ChangeListener;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import io.concor.text.Sentence;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the goals of the flows of a manager: it plans layouts, tries the smallest that is expected to keep the goal, and
 * keeps it if it helped. It changes layouts by the manager like anyone, so no rule and no limit is broken, and gives way to a
 * person. It may give several threads to a stage that has one, unless a task requires one: then events may overtake each
 * other, and the decision says so. One thread plans for all flows, one after the other; one change is on trial at a time.
 * Thread-safe.
 *
 * <pre>{@code
 * Autopilot autopilot = new Autopilot(manager, flow -> AutopilotSettings.DEFAULT);
 * Diagnosis diagnosis = Diagnosis.start(manager, connections, autopilot::goal);
 * autopilot.follow(diagnosis);
 * }</pre>
 */
public final class Autopilot implements AutoCloseable {

    /** The source of its changes, also of its undos, but not of the end of a trial that it did not confirm. */
    public static final ChangeOrigin.Source SOURCE = new ChangeOrigin.Source("autopilot", ChangeOrigin.Precedence.LOW);

    private static final Logger logger = LoggerFactory.getLogger(Autopilot.class);

    private final Manager manager;
    private final Function<String, AutopilotSettings> initial;
    private final Clock clock;
    private final LayoutTrials trials;
    private final Map<String, AutopilotStateMachine> machines = new ConcurrentSkipListMap<>();
    private final ExecutorService worker =
            Executors.newSingleThreadExecutor(new OwnThreads().named("concor-autopilot"));
    private volatile BooleanSupplier acting = () -> true;

    /** @param initial returns the first settings of a flow */
    public Autopilot(Manager manager, Function<String, AutopilotSettings> initial) {
        this(manager, initial, Clock.systemUTC());
    }

    Autopilot(Manager manager, Function<String, AutopilotSettings> initial, Clock clock) {
        this.manager = manager;
        this.initial = initial;
        this.clock = clock;
        this.trials = new LayoutTrials(manager);
        manager.listen(new ChangeFollower());
    }

    /** Begins to act on the verdicts of a diagnosis. */
    public void follow(Diagnosis diagnosis) {
        follow(diagnosis, () -> true);
    }

    /**
     * Begins to act on the verdicts of a diagnosis.
     *
     * @param acting whether it acts at present; while it does not, it makes no change, and one on trial reverts by itself
     */
    public void follow(Diagnosis diagnosis, BooleanSupplier acting) {
        this.acting = acting;
        worker.execute(() -> diagnosis.disregard(Thread.currentThread()));
        diagnosis.follow((flow, situation, verdict, provisional) -> {
            if (acting.getAsBoolean()) {
                onRenewed(flow, situation, verdict, provisional);
            }
        });
    }

    /** Returns the goal of a flow; that of its first settings if there is no such flow. */
    public Goal goal(String flow) {
        AutopilotStateMachine machine = machines.get(flow);
        return (machine == null ? initial.apply(flow) : machine.settings()).goal();
    }

    /** Returns the status of each flow, sorted by name. */
    public List<AutopilotStatus> statuses() {
        return manager.names().stream().map(flow -> machine(flow).status()).toList();
    }

    /**
     * Returns the status of a flow.
     *
     * @throws UnknownNameException if there is no such flow
     */
    public AutopilotStatus status(String flow) {
        return known(flow).status();
    }

    /**
     * Derives the settings of a flow from the present ones, atomically. Returns the new status.
     *
     * @throws UnknownNameException if there is no such flow
     */
    public AutopilotStatus settings(String flow, UnaryOperator<AutopilotSettings> change) {
        AutopilotStateMachine machine = known(flow);
        machine.settings(change);
        return machine.status();
    }

    private AutopilotStateMachine known(String flow) {
        manager.flow(flow); // throws if there is no such flow
        return machine(flow);
    }

    private AutopilotStateMachine machine(String flow) {
        return machines.computeIfAbsent(flow, name -> new AutopilotStateMachine(name, initial.apply(name)));
    }

    /** Called by one thread, so that two flows never see the process free at the same time. */
    private void onRenewed(String flow, @Nullable Situation situation, Verdict verdict, boolean provisional) {
        try {
            machines.keySet().retainAll(manager.names());
            AutopilotStateMachine machine = machine(flow);
            Action action = machine.next(new RenewedVerdict(
                    clock.instant(),
                    verdict,
                    situation,
                    machines.values().stream().noneMatch(other -> other != machine && other.isOccupied()),
                    provisional,
                    () -> trials.isOnTrial(flow),
                    () -> limitedOthers(machine)));
            if (action != Action.None.NONE) {
                worker.execute(() -> carryOut(machine, action));
            }
        } catch (RejectedExecutionException closed) {
            logger.debug("The autopilot was closed", closed);
        } catch (RuntimeException failed) {
            logger.error("The autopilot failed to follow flow '{}'; it goes on with the next verdict", flow, failed);
        }
    }

    private Set<String> limitedOthers(AutopilotStateMachine machine) {
        return machines.entrySet().stream()
                .filter(other -> other.getValue() != machine && other.getValue().isLimited())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private void carryOut(AutopilotStateMachine machine, Action action) {
        if (action instanceof Action.Plan plan) {
            plan(machine, plan.request());
        } else if (action instanceof Action.Keep keep) {
            end(machine, keep.trial(), Result.CONFIRMED, keep.reason(), false);
        } else if (action instanceof Action.TakeBack takeBack) {
            end(machine, takeBack.trial(), Result.REVERTED, takeBack.reason(), takeBack.ineffective());
        }
    }

    private void plan(AutopilotStateMachine machine, PlanRequest request) {
        Optional<Search> search = Optional.empty();
        try {
            String flow = request.verdict().flow();
            Planner planner = new Planner(
                    candidate -> trials.isAllowed(request, candidate), Planner::simulation, System::nanoTime);
            Optional<Search> found = trials.isOnTrial(flow) ? Optional.empty() : Optional.of(planner.search(request));
            if (acting.getAsBoolean()) {
                search = found;
                search.flatMap(Search::choice)
                        .flatMap(choice -> machine.chosen(
                                request, choice, MeasuredPerformance.of(request.situation()), clock.instant()))
                        .ifPresent(trial -> begin(machine, trial));
            }
        } catch (RuntimeException failed) {
            logger.warn(
                    "No plan for flow '{}'; the autopilot tries again later",
                    request.verdict().flow(),
                    failed);
        } finally {
            machine.foundNothing(request, search, clock.instant()); // unless something was chosen
        }
    }

    private void begin(AutopilotStateMachine machine, Trial trial) {
        try {
            trials.begin(trial);
            if (!machine.isOnTrial(trial)) {
                trials.takeBack(trial, "Another request about the layout took precedence.");
            }
        } catch (ConcorException refused) {
            machine.ended(
                    trial,
                    Result.REFUSED,
                    String.valueOf(refused.getMessage()),
                    LayoutTrials.takesTooLong(refused),
                    clock.instant());
        }
    }

    /** If the change can neither be kept nor undone, the manager reverts it when its time is over. */
    private void end(AutopilotStateMachine machine, Trial trial, Result result, String reason, boolean ineffective) {
        try {
            if (result == Result.CONFIRMED) {
                trials.keep(trial, reason);
            } else {
                trials.takeBack(trial, reason);
            }
            machine.ended(trial, result, reason, ineffective, clock.instant());
        } catch (ConcorException refused) {
            String text = Sentence.of("%s It reverts by itself: %s", reason, refused.getMessage());
            machine.mustWait(trial, text, ineffective, clock.instant());
        }
    }

    /** Stops following. A change on trial reverts by itself. */
    @Override
    public void close() {
        worker.shutdownNow();
    }

    /** Learns which changes the autopilot did not make. */
    private final class ChangeFollower implements ChangeListener {

        @Override
        public void onRecorded(ChangeEntry entry) {
            AutopilotStateMachine machine = machines.get(entry.flow());
            if (machine == null) {
                return;
            }
            if (LayoutTrials.isByPerson(entry)) {
                machine.overruled(sentence(entry), trialEnd(entry), clock.instant());
            } else if (LayoutTrials.isOwnExpiry(entry)) {
                machine.expired(clock.instant());
            }
        }

        private static @Nullable Instant trialEnd(ChangeEntry entry) {
            OnTrial trial = entry.trial();
            return trial != null && trial.state() == TrialState.PENDING ? trial.until() : null;
        }

        private static String sentence(ChangeEntry entry) {
            return Sentence.of(
                    "%s (version %d).%s",
                    decision(entry),
                    entry.version(),
                    trialEnd(entry) == null
                            ? ""
                            : " The change is on trial: the autopilot makes no plan until the trial ends.");
        }

        private static String decision(ChangeEntry entry) {
            String who = entry.origin().who();
            String by = who == null ? "" : " by " + who;
            return switch (entry.action()) {
                case CHANGE ->
                    entry.outcome() == Outcome.UNCHANGED
                            ? "A change without effect was requested" + by
                            : "The layout was changed" + by;
                case CONFIRM -> "A change was confirmed" + by;
                case UNDO -> "A change was undone" + by;
                case REVERT -> "A change was reverted because it was not confirmed in time";
            };
        }
    }
}
