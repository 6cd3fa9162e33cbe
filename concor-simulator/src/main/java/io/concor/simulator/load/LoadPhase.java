package io.concor.simulator.load;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;

/** A phase of a run: the lead-in or the measured phase. Each has its own profile and statistics. */
final class LoadPhase {

    private final LoadProfile profile;
    private final long startNanos;
    private final int maxInFlight;
    private final int maxReportedSeconds;
    private final LoadRecorder recorder;
    private int reportedSeconds;

    private LoadPhase(LoadProfile profile, long startNanos, int maxInFlight, int maxReportedSeconds) {
        this.profile = profile;
        this.startNanos = startNanos;
        this.maxInFlight = maxInFlight;
        this.maxReportedSeconds = maxReportedSeconds;
        this.recorder = new LoadRecorder(profile, startNanos);
    }

    /** Creates a lead-in. Its seconds are reported only while it lasts, although some of its requests end later. */
    static LoadPhase leadIn(LeadIn leadIn, long startNanos, int maxInFlight) {
        return new LoadPhase(leadIn, startNanos, maxInFlight, leadIn.seconds());
    }

    /** Creates the measured phase. Its seconds are reported until the run ends, also when no more requests are due. */
    static LoadPhase measured(LoadProfile profile, long startNanos, int maxInFlight) {
        return new LoadPhase(profile, startNanos, maxInFlight, Integer.MAX_VALUE);
    }

    int maxInFlight() {
        return maxInFlight;
    }

    /** Returns the end of the last second of the profile, by {@link System#nanoTime}. */
    long endNanos() {
        return startNanos + TimeUnit.SECONDS.toNanos(profile.seconds());
    }

    /** Creates a pacer whose times count from the start of the phase. */
    RequestPacer pacer(boolean spinning, LongConsumer issue) {
        return new RequestPacer(new ArrivalSchedule(profile), startNanos, spinning, issue);
    }

    LoadRequest newRequest(long id, long dueNanos, RequestTracker tracker) {
        return new LoadRequest(id, startNanos + dueNanos, recorder, tracker);
    }

    void issued(LoadRequest request) {
        recorder.issued(request);
    }

    void notSent() {
        recorder.notSent();
    }

    void unknownCallback() {
        recorder.unknownCallback();
    }

    /** Sets the rate to 0 from now on. */
    void stop() {
        recorder.stop();
    }

    boolean hasUnfinished() {
        return recorder.unfinished() > 0;
    }

    LoadStatistics statistics() {
        return recorder.statistics();
    }

    /** Returns the seconds that ended since the previous call. */
    List<SecondStatistics> newSeconds() {
        if (reportedSeconds == maxReportedSeconds) {
            return List.of();
        }
        List<SecondStatistics> ended = recorder.secondsFrom(reportedSeconds);
        List<SecondStatistics> next = ended.subList(0, Math.min(ended.size(), maxReportedSeconds - reportedSeconds));
        reportedSeconds += next.size();
        return next;
    }
}
