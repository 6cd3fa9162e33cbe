package io.concor;

import io.concor.ChangeEntry.OnTrial;
import io.concor.ChangeEntry.TrialState;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * What became of the changes of a flow, newest first; the oldest entries go when there are too many. What changes the
 * layout is entered while nobody else can change it, so the entries stand in the order of the versions. Thread-safe.
 */
final class ChangeHistory {

    private final int size;
    /** Guarded by this, as are the numbers. */
    private final Deque<ChangeEntry> entries = new ArrayDeque<>();

    private long number;
    private long lastVersion;

    ChangeHistory(int size, long version) {
        this.size = checked(size);
        this.lastVersion = version;
    }

    static int checked(int size) {
        if (size < 0 || size > Manager.LARGEST_HISTORY_SIZE) {
            throw new InvalidSettingException(
                    "size", size + " is out of bounds", "0 to " + Manager.LARGEST_HISTORY_SIZE);
        }
        return size;
    }

    /** Enters what has just happened, and gives it as it stands there. */
    synchronized ChangeEntry add(ChangeEntry happened) {
        ChangeEntry entry = happened.at(++number, lastVersion);
        lastVersion = entry.version();
        entries.addFirst(entry);
        if (entries.size() > size) {
            entries.removeLast();
        }
        return entry;
    }

    /** Tells of the changes on trial how that ended. */
    synchronized void endTrial(TrialState state) {
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
        return entries.stream().limit(most).toList();
    }
}
