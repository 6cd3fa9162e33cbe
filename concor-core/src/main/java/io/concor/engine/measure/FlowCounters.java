package io.concor.engine.measure;

import io.concor.layout.Layout;
import io.concor.layout.Refusals;
import io.concor.statistics.FlowReading.StoredReading;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The counters of a running flow since it was built. Thread-safe. */
public interface FlowCounters {

    Layout layout();

    long inFlight();

    /** Returns how many of the events inside came from stores. */
    long fromStores();

    long admitted();

    long completed();

    /** Counted before the event is completed. */
    long recovered();

    /** Timeouts included. */
    long failed();

    /** Those that a catch component handled included. */
    long timeoutCount();

    Refusals refusals();

    /** Returns how many threads wait for admission. */
    int waitingCallers();

    /** Returns the errors that occurred at a component. */
    ComponentErrors errors(int component);

    /** Returns how often a component was tried again. */
    long retries(int component);

    /**
     * Counts events by component.
     *
     * @param running those that a thread of a join runs
     * @param outside those that another thread runs
     * @param pending those in a transition whose task has returned, and those that wait to be tried again
     */
    void locate(int[] running, int[] outside, int[] pending);

    /** Returns the identifiers of the threads that serve a slot. */
    List<Long> threadIds(int slot);

    /** Returns how many events wait in a slot. */
    long queue(int slot);

    /** Returns the store of a slot, or null if its events wait in memory. */
    @Nullable
    StoredReading stored(int slot);

    /** Returns how many events the store of a slot is about to take. */
    long storing(int slot);

    /** Returns for each slot how many events its pools have taken, also those of earlier joins. */
    long[] taken();

    /** Returns how many events were taken from each lane of the slots whose events wait by their keys. */
    Map<Integer, long[]> takenOfLanes();

    /** Returns for each slot how its threads have spent their time until now, also those of earlier joins. */
    SpentTime[] spent(long now);
}
