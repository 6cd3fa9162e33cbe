package io.concor.queueserver.management;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * The connections of this server to its database.
 *
 * @param connections how many there may be
 * @param least how many there may be at least
 * @param most how many there may be at most
 * @param open how many there are; they are opened when threads wait for them
 * @param inUse how many of them are used, also for what the queues keep open
 * @param waitingThreads how many threads wait for one
 */
public record ConnectionsDescriptor(int connections, int least, int most, int open, int inUse, int waitingThreads)
        implements OperationResponseBody {}
