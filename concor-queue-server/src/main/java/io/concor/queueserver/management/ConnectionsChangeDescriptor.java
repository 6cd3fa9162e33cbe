package io.concor.queueserver.management;

import org.springframework.boot.actuate.endpoint.OperationResponseBody;

/**
 * What was changed.
 *
 * @param oldConnections how many connections there could be before
 * @param connections how many there may be
 */
public record ConnectionsChangeDescriptor(int oldConnections, int connections) implements OperationResponseBody {}
