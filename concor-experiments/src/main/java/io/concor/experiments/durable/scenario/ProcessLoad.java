package io.concor.experiments.durable.scenario;

import java.util.List;

/**
 * What a process puts when it is ordered to.
 *
 * @param callers threads that put; each has keys of its own, so that the events of a key are put in order
 * @param batch events of one put
 * @param perSecond events a second of {@link Kind#PACED}
 * @param firstNumber of its events; other processes have others
 * @param waitingBefore events that waited before the process began
 * @param most events that may wait; of {@link Kind#FILL}: how many are put
 * @param failPercent share of the events whose first attempt fails
 * @param traced whether the time of each event is reported
 */
record ProcessLoad(
        Kind kind,
        int callers,
        int batch,
        int perSecond,
        int keys,
        long firstNumber,
        long waitingBefore,
        long most,
        int failPercent,
        boolean traced) {

    /** Number of arguments that {@link #parse} reads. */
    static final int ARGUMENTS = 10;

    /** More events than these do not wait, unless a backlog is the scenario. */
    static final long MOST_WAITING = 20_000;

    private static final int KEYS = 1000;

    /** How it puts. */
    enum Kind {
        /** Nothing. */
        NONE,
        /** At a fixed rate. */
        PACED,
        /** As many as are handled. */
        SATURATED,
        /** A number of events, none of which is handled. */
        FILL
    }

    static ProcessLoad none() {
        return new ProcessLoad(Kind.NONE, 1, 1, 1, KEYS, 0, 0, MOST_WAITING, 0, false);
    }

    static ProcessLoad paced(int perSecond) {
        return new ProcessLoad(Kind.PACED, 1, 1, perSecond, KEYS, 0, 0, MOST_WAITING, 0, false);
    }

    static ProcessLoad saturated(int callers, int batch) {
        return new ProcessLoad(Kind.SATURATED, callers, batch, 1, KEYS, 0, 0, MOST_WAITING, 0, false);
    }

    static ProcessLoad fill(int callers, int batch, long events) {
        return new ProcessLoad(Kind.FILL, callers, batch, 1, KEYS, 0, 0, events, 0, false);
    }

    ProcessLoad from(long number) {
        return new ProcessLoad(kind, callers, batch, perSecond, keys, number, waitingBefore, most, failPercent, traced);
    }

    ProcessLoad behind(long waiting) {
        return new ProcessLoad(
                kind, callers, batch, perSecond, keys, firstNumber, waiting, most + waiting, failPercent, traced);
    }

    ProcessLoad failing(int percent, int ofKeys) {
        return new ProcessLoad(
                kind, callers, batch, perSecond, ofKeys, firstNumber, waitingBefore, most, percent, traced);
    }

    ProcessLoad withTimes() {
        return new ProcessLoad(
                kind, callers, batch, perSecond, keys, firstNumber, waitingBefore, most, failPercent, true);
    }

    List<String> format() {
        return List.of(
                kind.name(),
                Integer.toString(callers),
                Integer.toString(batch),
                Integer.toString(perSecond),
                Integer.toString(keys),
                Long.toString(firstNumber),
                Long.toString(waitingBefore),
                Long.toString(most),
                Integer.toString(failPercent),
                Boolean.toString(traced));
    }

    static ProcessLoad parse(String[] arguments) {
        return new ProcessLoad(
                Kind.valueOf(arguments[0]),
                Integer.parseInt(arguments[1]),
                Integer.parseInt(arguments[2]),
                Integer.parseInt(arguments[3]),
                Integer.parseInt(arguments[4]),
                Long.parseLong(arguments[5]),
                Long.parseLong(arguments[6]),
                Long.parseLong(arguments[7]),
                Integer.parseInt(arguments[8]),
                Boolean.parseBoolean(arguments[9]));
    }
}
