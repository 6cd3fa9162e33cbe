package io.concor.experiments.clientqueues.report;

import tools.jackson.databind.JsonNode;

/** Where requests spend their time, from the samples of the flow of the servers. Not thread-safe. */
final class StageTimes {

    private static final double MICROS_PER_MILLI = 1000;

    private final Mean waiting = new Mean();
    private final Mean call = new Mean();
    private final Mean batch = new Mean();
    private double highestWaitingP99Micros;
    private double seconds;
    private double batches;

    /** A mean of values with weights. */
    private static final class Mean {

        private double sum;
        private double weights;

        void add(double value, double weight) {
            sum += value * weight;
            weights += weight;
        }

        double value() {
            return weights == 0 ? 0 : sum / weights;
        }
    }

    /** Adds the last ten seconds of a server, as the endpoint {@code concorstats} has them. */
    void add(JsonNode statistics) {
        JsonNode window = statistics.path("window");
        seconds += window.path("seconds").asDouble(0);
        for (JsonNode slot : window.path("slots")) {
            if (slot.path("name").asString("").equals("store")) {
                JsonNode wait = slot.path("waiting");
                waiting.add(
                        wait.path("meanMicros").asDouble(0),
                        wait.path("samples").asDouble(0));
                highestWaitingP99Micros =
                        Math.max(highestWaitingP99Micros, wait.path("p99Micros").asDouble(0));
                addBatches(slot.path("batches"));
            }
        }
    }

    private void addBatches(JsonNode some) {
        double count = some.path("count").asDouble(0);
        batches += count;
        call.add(some.path("call").path("meanMicros").asDouble(0), count);
        batch.add(some.path("meanSize").asDouble(0), count);
    }

    /** Returns the mean time that a request waits for a thread. */
    double waitingMillis() {
        return waiting.value() / MICROS_PER_MILLI;
    }

    /** Returns the highest 99th percentile of ten seconds. */
    double highestWaitingP99Millis() {
        return highestWaitingP99Micros / MICROS_PER_MILLI;
    }

    /** Returns the mean time in which a thread asks the database for a batch of requests, with the wait for a connection. */
    double callMillis() {
        return call.value() / MICROS_PER_MILLI;
    }

    double requestsPerBatch() {
        return batch.value();
    }

    /** Returns the batches of one server per second. */
    double batchesPerSecond() {
        return seconds == 0 ? 0 : batches / seconds;
    }
}
