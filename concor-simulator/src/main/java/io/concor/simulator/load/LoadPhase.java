package io.concor.simulator.load;

import io.concor.simulator.profile.ArrivalSchedule;
import io.concor.simulator.profile.LeadIn;
import io.concor.simulator.profile.LoadProfile;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** A part of a run, its lead-in or the run proper: what is due in it, and an account of just that. */
final class LoadPhase {

    private final LoadProfile profile;
    private final long startNanos;
    private final int maxInFlight;
    private final int toTell;
    private final LoadRecorder recorder;
    private int told;

    private LoadPhase(LoadProfile profile, long startNanos, int maxInFlight, int toTell) {
        this.profile = profile;
        this.startNanos = startNanos;
        this.maxInFlight = maxInFlight;
        this.toTell = toTell;
        this.recorder = new LoadRecorder(profile, startNanos);
    }

    /** It is told of as long as it lasts: what ends later ends while the run proper is told of. */
    static LoadPhase leadIn(LeadIn leadIn, long startNanos, int maxInFlight) {
        return new LoadPhase(leadIn, startNanos, maxInFlight, leadIn.seconds());
    }

    /** It is told of to the very end, when nothing is due any more. */
    static LoadPhase proper(LoadProfile profile, long startNanos, int maxInFlight) {
        return new LoadPhase(profile, startNanos, maxInFlight, Integer.MAX_VALUE);
    }

    int maxInFlight() {
        return maxInFlight;
    }

    /** When its last second is over, by {@link System#nanoTime}. */
    long endNanos() {
        return startNanos + TimeUnit.SECONDS.toNanos(profile.seconds());
    }

    /** Sends what is due in it, at times that count from its start. */
    RequestPacer pace(boolean spinning, LongConsumer send) {
        return new RequestPacer(new ArrivalSchedule(profile), startNanos, spinning, send);
    }

    LoadRequest exchange(long id, long dueNanos) {
        return new LoadRequest(id, startNanos + dueNanos, recorder);
    }

    void issued(LoadRequest exchange) {
        recorder.issued(exchange);
    }

    void notSent() {
        recorder.notSent();
    }

    void unknownArrival() {
        recorder.unknownArrival();
    }

    /** Nothing is due in it from now on. */
    void stop() {
        recorder.stop();
    }

    /** Whether the end of some request is not put down yet. */
    boolean unfinished() {
        return recorder.unfinished() > 0;
    }

    LoadStatistics account() {
        return recorder.account();
    }

    /** The seconds that are over, each of them once. */
    List<SecondStatistics> over() {
        if (told == toTell) {
            return List.of();
        }
        List<SecondStatistics> over = recorder.secondsFrom(told);
        List<SecondStatistics> next = over.subList(0, Math.min(over.size(), toTell - told));
        told += next.size();
        return next;
    }
}
