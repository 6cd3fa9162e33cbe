package io.concor.simulator.queues.http;

/** Records the requests of a client. Used by one thread at a time. */
public interface RequestObserver {

    /** Records nothing: what happens before the load is not part of it. */
    RequestObserver NONE = new RequestObserver() {
        @Override
        public void answered(QueueCall call, long startNanos, long endNanos, String details) {}

        @Override
        public void failed(QueueCall call, long startNanos, long endNanos, String reason) {}
    };

    /**
     * Records a request that has succeeded.
     *
     * @param startNanos when it was to be sent
     * @param endNanos when its answer arrived
     * @param details what it was about
     */
    void answered(QueueCall call, long startNanos, long endNanos, String details);

    /** Records an attempt that has failed or was refused. */
    void failed(QueueCall call, long startNanos, long endNanos, String reason);
}
