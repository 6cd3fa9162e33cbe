package io.concor.simulator.queues;

import io.concor.simulator.queues.http.QueueCall;
import io.concor.simulator.queues.http.RequestObserver;

/** Records the requests of a client in the statistics and in its log. */
final class LoadObserver implements RequestObserver {

    private final QueuesRecorder recorder;
    private final RequestLog log;
    private final long originNanos;

    /** @param originNanos start of the load, from which the times in the log are counted */
    LoadObserver(QueuesRecorder recorder, RequestLog log, long originNanos) {
        this.recorder = recorder;
        this.log = log;
        this.originNanos = originNanos;
    }

    @Override
    public void answered(QueueCall call, long startNanos, long endNanos, String details) {
        recorder.answered(call, endNanos - startNanos);
        log.add(startNanos - originNanos, endNanos - startNanos, call, details);
    }

    @Override
    public void failed(QueueCall call, long startNanos, long endNanos, String reason) {
        recorder.failed(call, reason);
        log.add(startNanos - originNanos, endNanos - startNanos, call, reason);
    }
}
