package io.concor.queueserver.management;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * A page of the queues of clients, and one of the clients.
 *
 * @param clientCount how many clients are registered
 * @param clients names of clients, in their order
 * @param nextClient the value of {@code afterClient} that shows the next page of clients; absent after the last one
 * @param queues the queues in the order of their names
 * @param next the value of {@code after} that shows the next page of queues; absent after the last one
 */
public record ClientQueuesDescriptor(
        long clientCount,
        List<String> clients,
        @Nullable String nextClient,
        List<ClientQueueDescriptor> queues,
        @Nullable String next)
        implements OperationResponseBody {}
