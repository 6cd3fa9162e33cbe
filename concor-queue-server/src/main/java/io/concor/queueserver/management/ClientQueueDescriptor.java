package io.concor.queueserver.management;

import io.concor.queues.client.ClientQueueFigures;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The state of a queue of clients. Counts are of all servers and end at 100,000; rates and waiting clients are of this one.
 *
 * @param queue the name
 * @param createdBy the client that created it
 * @param createdAt when
 * @param depth messages in it
 * @param delayed how many of them nothing can receive yet
 * @param leased how many of them a client has leased
 * @param oldestSeconds the age of the oldest; absent if there is none
 * @param ratePutPerSecond messages sent per second
 * @param rateTakenPerSecond messages received or ended per second
 * @param waitingClients how many clients wait for a message
 */
public record ClientQueueDescriptor(
        String queue,
        String createdBy,
        Instant createdAt,
        long depth,
        long delayed,
        long leased,
        @Nullable Long oldestSeconds,
        double ratePutPerSecond,
        double rateTakenPerSecond,
        int waitingClients)
        implements OperationResponseBody {

    static ClientQueueDescriptor of(ClientQueueFigures figures) {
        Duration oldest = figures.oldest();
        return new ClientQueueDescriptor(
                figures.name(),
                figures.createdBy(),
                figures.createdAt(),
                figures.depth(),
                figures.delayed(),
                figures.leased(),
                oldest == null ? null : oldest.toSeconds(),
                figures.putPerSecond(),
                figures.takenPerSecond(),
                figures.clients());
    }
}
