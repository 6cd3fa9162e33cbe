package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.autopilot.AutopilotStatus.Decision;
import io.concor.diagnosis.autopilot.AutopilotStatus.Outcome;
import java.util.LinkedList;
import java.util.List;

/** The last decisions about a flow. Not thread-safe. */
final class DecisionLog {

    static final int MOST = 50;
    /** Causes near their bounds alternate, and with them what is advised. */
    private static final int LATELY = 5;

    private final List<Decision> newestFirst = new LinkedList<>();

    void add(Decision decision) {
        newestFirst.add(0, decision);
        if (newestFirst.size() > MOST) {
            newestFirst.remove(MOST);
        }
    }

    /** Adds a decision unless one of the newest says the same. */
    void addIfNew(Decision decision) {
        if (newestFirst.stream().limit(LATELY).noneMatch(known -> known.decided()
                .equals(decision.decided()))) {
            add(decision);
        }
    }

    /** Notes what came of a decision. */
    void end(Decision decision, Outcome outcome) {
        newestFirst.replaceAll(known -> known == decision ? known.ended(outcome) : known);
    }

    List<Decision> newestFirst() {
        return List.copyOf(newestFirst);
    }
}
