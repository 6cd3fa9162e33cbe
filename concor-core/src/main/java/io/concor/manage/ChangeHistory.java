package io.concor.manage;

import io.concor.InvalidSettingException;
import io.concor.manage.ChangeEntry.OnTrial;
import io.concor.manage.ChangeEntry.TrialState;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;

/**
 * What became of the changes of a flow, newest first. What was made and what was not are bounded each on its own: of
 * each the oldest entries go when there are too many, so that a flood of refusals leaves what was made. What changes
 * the layout is entered while nobody else can change it, so the entries stand in the order of the versions.
 * Thread-safe.
 */
final class ChangeHistory {

    private final int size;
    /** Those that changed something, newest first. Guarded by this, as is all that follows. */
    private final Deque<ChangeEntry> made = new ArrayDeque<>();
    /** Those that left everything as it was, newest first. */
    private final Deque<ChangeEntry> notMade = new ArrayDeque<>();

    private long number;
    private long lastVersion;

    ChangeHistory(int size, long version) {
        this.size = checked(size);
        this.lastVersion = version;
    }

    static int checked(int size) {
        if (size < 0 || size > Manager.LARGEST_HISTORY_SIZE) {
            throw InvalidSettingException.outOfBounds("size", size, "0 to " + Manager.LARGEST_HISTORY_SIZE);
        }
        return size;
    }

    /** Enters what has just happened, and gives it as it stands there. */
    synchronized ChangeEntry add(ChangeEntry happened) {
        ChangeEntry entry = happened.at(++number, lastVersion);
        lastVersion = entry.version();
        Deque<ChangeEntry> alike = isMade(entry.outcome()) ? made : notMade;
        alike.addFirst(entry);
        if (alike.size() > size) {
            alike.removeLast();
        }
        return entry;
    }

    private static boolean isMade(ChangeEntry.Outcome outcome) {
        return outcome == ChangeEntry.Outcome.CHANGED || outcome == ChangeEntry.Outcome.CONFIRMED;
    }

    /** Tells of the changes on trial how that ended; one that only prolonged it changed nothing. */
    synchronized void endTrial(TrialState state) {
        endTrial(made, state);
        endTrial(notMade, state);
    }

    private static void endTrial(Deque<ChangeEntry> entries, TrialState state) {
        List<ChangeEntry> before = List.copyOf(entries);
        entries.clear();
        before.forEach(entry -> entries.addLast(ended(entry, state)));
    }

    private static ChangeEntry ended(ChangeEntry entry, TrialState state) {
        OnTrial trial = entry.trial();
        return trial == null || trial.state() != TrialState.PENDING
                ? entry
                : entry.trial(new OnTrial(trial.until(), state));
    }

    synchronized List<ChangeEntry> newest(int most) {
        return Stream.concat(made.stream(), notMade.stream())
                .sorted(Comparator.comparingLong(ChangeEntry::number).reversed())
                .limit(most)
                .toList();
    }
}
