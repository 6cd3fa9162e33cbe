package io.concor.diagnosis.autopilot;

import io.concor.ConcorException;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.layout.ChangeNotPossibleException.Reason;
import io.concor.manage.ChangeEntry;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.time.Duration;

/** Changes layouts as anyone does: by the manager, on trial. Thread-safe. */
record LayoutTrials(Manager manager) {

    private static final String WHO = Autopilot.SOURCE.name();
    private static final ChangeOrigin ORIGIN = ChangeOrigin.of(Autopilot.SOURCE, WHO);

    /**
     * A person's change that waits for one of these has most of its time left, although tasks may not let go of their
     * threads.
     */
    private static final Duration TIME_LIMIT = Duration.ofSeconds(3);

    /** Whether the manager would accept a change of the layout that it was planned for, and transactions allow it. */
    boolean isAllowed(PlanRequest request, Candidate candidate) {
        try {
            manager.change(change(request, candidate).dryRun(true));
            return new TransactionGuard(request.situation()).allows(candidate);
        } catch (ConcorException refused) {
            return false;
        }
    }

    private static ChangeRequest change(PlanRequest request, Candidate candidate) {
        return ChangeRequest.slots(request.verdict().flow(), candidate.slots())
                .expectedVersion(request.version())
                .timeLimit(TIME_LIMIT)
                .by(ORIGIN);
    }

    /** Whether a trial runs, which must be a person's. */
    boolean isOnTrial(String flow) {
        return manager.flow(flow).topology().trial() != null;
    }

    /** @throws ConcorException if the manager refuses the change */
    void begin(Trial trial) {
        PlanRequest request = trial.request();
        manager.change(change(request, trial.choice().candidate())
                .revertAfter(trial.length())
                .reason(Explanation.reason(request, trial.choice())));
    }

    /**
     * Whether a change was given up because tasks do not let go of their threads: each attempt would stop events again.
     */
    static boolean takesTooLong(ConcorException refused) {
        return refused instanceof ChangeNotPossibleException given && given.reason() == Reason.TOO_LONG;
    }

    /** @throws ConcorException if the change is no longer on trial */
    void keep(Trial trial, String reason) {
        manager.confirm(ending(trial, reason));
    }

    /** @throws ConcorException if the change is no longer on trial, or cannot be undone at present */
    void takeBack(Trial trial, String reason) {
        manager.undo(ending(trial, reason));
    }

    private static ChangeRequest ending(Trial trial, String reason) {
        return ChangeRequest.options(trial.request().verdict().flow())
                .expectedVersion(trial.version())
                .reason(reason)
                .timeLimit(TIME_LIMIT)
                .by(ORIGIN);
    }

    /** Whether the autopilot has requested a change; also of an undo, and of the end of its trial. */
    static boolean isOwn(ChangeEntry entry) {
        ChangeOrigin origin = entry.origin();
        return origin.source().equals(Autopilot.SOURCE)
                || (origin.source().equals(ChangeOrigin.Source.REVERT) && WHO.equals(origin.who()));
    }

    /**
     * Whether a person, or code on behalf of one, has decided on a layout. Also if the layout stays as it is: then a
     * trial of the autopilot has ended nevertheless.
     */
    static boolean isByPerson(ChangeEntry entry) {
        boolean done = entry.outcome() != ChangeEntry.Outcome.REFUSED && entry.outcome() != ChangeEntry.Outcome.FAILED;
        return done && !isOwn(entry) && !entry.origin().source().equals(ChangeOrigin.Source.START);
    }

    /** Whether a trial of the autopilot was reverted because it was not confirmed. */
    static boolean isOwnExpiry(ChangeEntry entry) {
        return isOwn(entry)
                && entry.action() == ChangeEntry.Action.REVERT
                && entry.outcome() == ChangeEntry.Outcome.CHANGED;
    }
}
