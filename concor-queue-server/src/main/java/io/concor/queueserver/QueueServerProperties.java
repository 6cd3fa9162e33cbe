package io.concor.queueserver;

import io.concor.InvalidSettingException;
import io.concor.queues.client.QueuesSettings;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The settings of the queue server. The store of the queues is that of {@code concor.queues}.
 *
 * @param users passwords of the clients by their names
 * @param operators passwords of the operators, who see and change the management endpoints, by their names
 * @param scope the scope that a token must have to be one of a client; null: each token that is accepted is
 * @param nameClaim the claim of a token that names the client
 * @param maxLength characters of a message
 * @param maxQueues how many queues there may be
 * @param maxClients how many clients may be registered or have been
 * @param maxWaiting how many receives may wait in this server
 * @param maxWaitingPerClient how many of one client
 * @param maxRequestsPerClient how many requests of one client may be in work in this server, if those of others leave it room
 * @param maxConnections up to how many connections to the database operators may allow while the server runs
 */
@ConfigurationProperties(prefix = "concor.queue-server", ignoreUnknownFields = false)
public record QueueServerProperties(
        @DefaultValue Map<String, String> users,
        @DefaultValue Map<String, String> operators,
        @Nullable String scope,
        @DefaultValue("sub") String nameClaim,
        @DefaultValue("2000") int maxLength,
        @DefaultValue("10000") int maxQueues,
        @DefaultValue("10000") int maxClients,
        @DefaultValue("10000") int maxWaiting,
        @DefaultValue("100") int maxWaitingPerClient,
        @DefaultValue("100") int maxRequestsPerClient,
        @DefaultValue("100") int maxConnections) {

    /** The fewest connections to a database: the queues keep two for their lease and for notifications. */
    public static final int LEAST_CONNECTIONS = 3;

    private static final int MOST_CONNECTIONS = 10_000;
    private static final int MOST_USERS = 100_000;
    private static final int MOST_REQUESTS = 1_000_000;

    /** Checks the bounds. */
    public QueueServerProperties {
        InvalidSettingException.requireWithin("users", users.size(), 0, MOST_USERS);
        InvalidSettingException.requireWithin("operators", operators.size(), 0, MOST_USERS);
        InvalidSettingException.requireWithin("max-requests-per-client", maxRequestsPerClient, 1, MOST_REQUESTS);
        InvalidSettingException.requireWithin("max-connections", maxConnections, LEAST_CONNECTIONS, MOST_CONNECTIONS);
        settings(maxLength, Duration.ofHours(1), maxQueues, maxClients, maxWaiting, maxWaitingPerClient);
    }

    /** Returns the bounds of the queues. */
    public QueuesSettings settings(Duration remember) {
        return settings(maxLength, remember, maxQueues, maxClients, maxWaiting, maxWaitingPerClient);
    }

    private static QueuesSettings settings(
            int length, Duration remember, int queues, int clients, int waiting, int waitingPerClient) {
        return new QueuesSettings(length, remember, queues, clients, waiting, waitingPerClient);
    }
}
