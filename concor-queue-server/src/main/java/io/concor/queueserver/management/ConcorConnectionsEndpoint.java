package io.concor.queueserver.management;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.endpoint.CallerContext;
import io.concor.autoconfigure.endpoint.ResponseFormat;
import io.concor.autoconfigure.properties.SettingFormat;
import io.concor.queueserver.QueueServerProperties;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.actuate.endpoint.Access;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/** Returns the connections of this server to its database, and changes how many there may be. Thread-safe. */
@Endpoint(id = "concorconnections", defaultAccess = Access.READ_ONLY)
public final class ConcorConnectionsEndpoint {

    private static final Logger log = LoggerFactory.getLogger(ConcorConnectionsEndpoint.class);

    private final DatabaseConnections connections;
    private final CallerContext caller;

    ConcorConnectionsEndpoint(DatabaseConnections connections, CallerContext caller) {
        this.connections = connections;
        this.caller = caller;
    }

    /** Returns how many there are and may be. */
    @ReadOperation(producesFrom = ResponseFormat.class)
    public ConnectionsDescriptor connections() {
        return connections.now();
    }

    /**
     * Changes how many there may be, until the server stops.
     *
     * @param connections how many, 3 to {@code concor.queue-server.max-connections}
     * @param reason the reason for the log
     */
    @WriteOperation(producesFrom = ResponseFormat.class)
    public ConnectionsChangeDescriptor change(@Nullable String connections, @Nullable String reason) {
        ChangeReason.require(reason);
        int wanted = wanted(connections);
        int before = this.connections.resize(wanted);
        log.info(
                "Connections to the database: {} instead of {}, by {}{}",
                wanted,
                before,
                caller.origin().who(),
                ChangeReason.inLog(reason));
        return new ConnectionsChangeDescriptor(before, wanted);
    }

    private int wanted(@Nullable String text) {
        String allowed = QueueServerProperties.LEAST_CONNECTIONS + " to "
                + connections.now().most();
        if (text == null) {
            throw new InvalidSettingException("connections", "it is missing", allowed);
        }
        return SettingFormat.wholeNumber("connections", text, allowed);
    }
}
