package io.concor.experiments.durable.anchor;

import java.util.Map;

/** @param heartbeatMillis after four missed ones an execution is dead */
record DbSchedulerSettings(int threads, int pollMillis, int heartbeatMillis) {

    static DbSchedulerSettings of(Map<String, String> options) {
        return new DbSchedulerSettings(
                Integer.parseInt(options.getOrDefault("threads", "20")),
                Integer.parseInt(options.getOrDefault("poll-millis", "100")),
                Integer.parseInt(options.getOrDefault("heartbeat-millis", "2000")));
    }

    @Override
    public String toString() {
        return "%d threads, immediate execution, poll %d ms, heartbeat %d ms"
                .formatted(threads, pollMillis, heartbeatMillis);
    }
}
