package io.concor.queueserver.management;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What was done with a queue of clients.
 *
 * @param queue the name of the queue
 * @param action the action
 * @param affected how many messages were deleted, or given back
 */
public record ClientQueueActionDescriptor(String queue, String action, long affected)
        implements OperationResponseBody {}
