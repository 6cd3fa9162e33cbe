package io.concor.manage;

import io.concor.InvalidSettingException;
import io.concor.manage.ChangeEntry.OnTrial;
import io.concor.manage.ChangeEntry.Outcome;
import io.concor.manage.ChangeEntry.TrialState;
import java.util.List;
import java.util.TreeMap;

/**
 * The latest changes of a flow, in the order of the layout versions. Entries that changed something and entries that did
 * not are limited separately, so that many refusals do not displace the changes. Thread-safe.
 */
final class ChangeHistory {

    private final int size;
    /** The entries that changed something, by number; guarded by this, like all fields below. */
    private final TreeMap<Long, ChangeEntry> made = new TreeMap<>();

    private final TreeMap<Long, ChangeEntry> notMade = new TreeMap<>();
    private long number;
    private long lastVersion;

    /** @param version the version of the first layout */
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

    /** Returns the entry with its number, and with the version of the entry before it if it changed nothing. */
    synchronized ChangeEntry add(ChangeEntry added) {
        lastVersion = added.outcome() == Outcome.CHANGED ? added.version() : lastVersion;
        ChangeEntry entry = added.at(++number, lastVersion);
        boolean isMade = entry.outcome() == Outcome.CHANGED || entry.outcome() == Outcome.CONFIRMED;
        TreeMap<Long, ChangeEntry> alike = isMade ? made : notMade;
        alike.put(number, entry);
        if (alike.size() > size) {
            alike.pollFirstEntry();
        }
        return entry;
    }

    /** Updates the entries of the pending trial; a request that only prolonged it has one too. */
    synchronized void endTrial(TrialState state) {
        made.replaceAll((number, entry) -> ended(entry, state));
        notMade.replaceAll((number, entry) -> ended(entry, state));
    }

    private static ChangeEntry ended(ChangeEntry entry, TrialState state) {
        OnTrial trial = entry.trial();
        return trial == null || trial.state() != TrialState.PENDING
                ? entry
                : entry.trial(new OnTrial(trial.until(), state));
    }

    /** Returns the newest entries first. */
    synchronized List<ChangeEntry> newest(int limit) {
        TreeMap<Long, ChangeEntry> all = new TreeMap<>(made);
        all.putAll(notMade);
        return all.descendingMap().values().stream().limit(limit).toList();
    }
}
