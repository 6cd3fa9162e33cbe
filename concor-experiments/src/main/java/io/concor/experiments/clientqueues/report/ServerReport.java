package io.concor.experiments.clientqueues.report;

/**
 * What servers and their database reported about a load.
 *
 * @param counters what they counted
 * @param waitingMillis mean time that a request waited for a thread
 * @param waitingP99Millis highest 99th percentile of ten seconds
 * @param callMillis mean time in which a thread asked the database for a batch, with the wait for connections
 * @param requestsPerBatch mean number of requests that were asked together
 * @param batchesPerSecond batches of all servers
 * @param verdict what limited the servers at the end
 */
record ServerReport(
        ServerCounters counters,
        double waitingMillis,
        double waitingP99Millis,
        double callMillis,
        double requestsPerBatch,
        double batchesPerSecond,
        String verdict) {

    private static final double MILLIS = 1000;

    /** Returns the mean time that the database took for a batch: without the waits for its connections. */
    double databaseMillis() {
        double batches = batchesPerSecond * counters.seconds();
        double waits = batches == 0 ? 0 : counters.acquireSeconds() / batches * MILLIS;
        return Math.max(0, callMillis - waits);
    }
}
