package io.concor.simulator.queues.http;

import java.time.Duration;
import java.util.List;

/**
 * The servers, and how long to wait for them.
 *
 * @param servers the servers; a connection that fails is followed by one to the next server
 * @param timeout time limit of a request
 */
public record ConnectionSettings(List<QueueServerAddress> servers, Duration timeout) {}
