package io.concor.sample.support;

import io.concor.sample.support.RecentOutcomes.Counts;
import org.apache.hc.core5.pool.PoolStats;
import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;

/**
 * The health of the way out of an application: down if a thread of its HTTP client has ended, or if at least half of the
 * requests of the last minute failed, of ten or more. Thread-safe.
 */
public final class HttpClientHealth extends AbstractHealthIndicator {

    private static final int ENOUGH_REQUESTS = 10;

    private final JsonHttpClient client;

    /** Creates an indicator for a client. Declare it as a bean, whose name begins with the name of the other party. */
    public HttpClientHealth(JsonHttpClient client) {
        super("Failed to check the health of the HTTP client");
        this.client = client;
    }

    @Override
    protected void doHealthCheck(Health.Builder health) {
        Counts lastMinute = client.outcomes();
        PoolStats connections = client.connections();
        health.up()
                .withDetail("requests", lastMinute.requests())
                .withDetail("failed", lastMinute.failed())
                .withDetail("connectionsInUse", connections.getLeased())
                .withDetail("waiting", connections.getPending());
        if (client.endedThreads() > 0) {
            health.down().withDetail("reason", "a thread of the HTTP client has ended: restart the application");
        } else if (lastMinute.requests() >= ENOUGH_REQUESTS && 2 * lastMinute.failed() >= lastMinute.requests()) {
            health.down().withDetail("reason", "at least half of the requests of the last minute failed");
        }
    }
}
