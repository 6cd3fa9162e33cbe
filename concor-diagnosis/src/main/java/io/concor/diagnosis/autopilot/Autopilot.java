package io.concor.diagnosis.autopilot;

import io.concor.ConcorException;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.AutopilotStatus.Result;
import io.concor.diagnosis.rule.Situation;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeListener;
import io.concor.manage.Manager;
import io.concor.manage.UnknownNameException;
import java.time.Clock;
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

    private static final Logger logger = LoggerFactory.getLogger(Autopilot.class);

    private final Manager manager;
    private final Function<String, AutopilotSettings> initial;
    private final Clock clock;
    private final LayoutTrials trials;
    private final Map<String, FlowPilot> pilots = new ConcurrentSkipListMap<>();
    private final ExecutorService worker = Executors.newSingleThreadExecutor(Autopilot::thread);

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

    private static Thread thread(Runnable body) {
        Thread thread = new Thread(body, "concor-autopilot");
        thread.setDaemon(true);
        return thread;
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
        diagnosis.follow((flow, situation, verdict, lookedAt) -> {
            if (acting.getAsBoolean()) {
                onRenewed(flow, situation, verdict, lookedAt);
            }
        });
    }

    /** Returns the goal of a flow; that of its first settings if there is no such flow. */
    public Goal goal(String flow) {
        FlowPilot pilot = pilots.get(flow);
        return (pilot == null ? initial.apply(flow) : pilot.settings()).goal();
    }

    /** Returns the status of each flow, sorted by name. */
    public List<AutopilotStatus> statuses() {
        return manager.names().stream().map(flow -> pilot(flow).status()).toList();
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
        FlowPilot pilot = known(flow);
        pilot.settings(change);
        return pilot.status();
    }

    private FlowPilot known(String flow) {
        manager.summary(flow); // throws if there is no such flow
        return pilot(flow);
    }

    private FlowPilot pilot(String flow) {
        return pilots.computeIfAbsent(flow, name -> new FlowPilot(name, initial.apply(name)));
    }

    /** Called by one thread, so that two flows never see the process free at the same time. */
    private void onRenewed(String flow, @Nullable Situation situation, Verdict verdict, boolean lookedAt) {
        try {
            pilots.keySet().retainAll(manager.names());
            FlowPilot pilot = pilot(flow);
            Action action = pilot.next(new Renewal(
                    clock.instant(), verdict, situation, isFree(pilot), lookedAt, () -> limitedOthers(pilot)));
            if (action != Action.None.NONE) {
                worker.execute(() -> carryOut(pilot, action));
            }
        } catch (RejectedExecutionException closed) {
            logger.debug("The autopilot was closed", closed);
        } catch (RuntimeException failed) {
            logger.error("The autopilot failed to follow flow '{}'; it goes on with the next verdict", flow, failed);
        }
    }

    private boolean isFree(FlowPilot pilot) {
        return pilots.values().stream().noneMatch(other -> other != pilot && other.isOccupied());
    }

    private Set<String> limitedOthers(FlowPilot pilot) {
        return pilots.entrySet().stream()
                .filter(other -> other.getValue() != pilot && other.getValue().isLimited())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private void carryOut(FlowPilot pilot, Action action) {
        if (action instanceof Action.Plan plan) {
            plan(pilot, plan.request());
        } else if (action instanceof Action.Keep keep) {
            end(pilot, keep.trial(), Result.CONFIRMED, keep.reason(), false);
        } else if (action instanceof Action.TakeBack takeBack) {
            end(pilot, takeBack.trial(), Result.REVERTED, takeBack.reason(), takeBack.ineffective());
        }
    }

    private void plan(FlowPilot pilot, PlanRequest request) {
        Optional<Search> search = Optional.empty();
        try {
            String flow = request.verdict().flow();
            Planner planner = new Planner(
                    candidate -> trials.isAllowed(request, candidate), Planner::simulation, System::nanoTime);
            if (!trials.isOnTrial(flow)) {
                search = Optional.of(planner.search(request));
                search.flatMap(Search::choice)
                        .flatMap(choice ->
                                pilot.chosen(request, choice, Measured.of(request.situation()), clock.instant()))
                        .ifPresent(trial -> begin(pilot, trial));
            }
        } catch (RuntimeException failed) {
            logger.warn(
                    "No plan for flow '{}'; the autopilot tries again later",
                    request.verdict().flow(),
                    failed);
        } finally {
            pilot.foundNothing(request, search, clock.instant()); // unless something was chosen
        }
    }

    private void begin(FlowPilot pilot, Trial trial) {
        try {
            trials.begin(trial);
            if (!pilot.isOnTrial(trial)) {
                trials.takeBack(trial, "Someone decided on the layout meanwhile.");
            }
        } catch (ConcorException refused) {
            pilot.ended(
                    trial,
                    Result.REFUSED,
                    String.valueOf(refused.getMessage()),
                    LayoutTrials.takesTooLong(refused),
                    clock.instant());
        }
    }

    /** If the change can neither be kept nor undone, the manager reverts it when its time is over. */
    private void end(FlowPilot pilot, Trial trial, Result result, String reason, boolean ineffective) {
        try {
            if (result == Result.CONFIRMED) {
                trials.keep(trial, reason);
            } else {
                trials.takeBack(trial, reason);
            }
            pilot.ended(trial, result, reason, ineffective, clock.instant());
        } catch (ConcorException refused) {
            String text = Sentence.of("%s It reverts by itself: %s", reason, refused.getMessage());
            pilot.mustWait(trial, text, ineffective, clock.instant());
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
            FlowPilot pilot = pilots.get(entry.flow());
            if (pilot == null) {
                return;
            }
            if (LayoutTrials.isByPerson(entry)) {
                pilot.overruled(sentence(entry), clock.instant());
            } else if (LayoutTrials.isOwnExpiry(entry)) {
                pilot.expired(clock.instant());
            }
        }

        private static String sentence(ChangeEntry entry) {
            String who = entry.origin().who();
            return Sentence.of(
                    "%s requested: %s (version %d).", who == null ? "Someone" : who, entry.action(), entry.version());
        }
    }
}
