package io.concor.simulator.queues.check;

/**
 * Where a message goes.
 *
 * @param receiver number of the client that may receive it
 * @param queue number of its queue
 */
public record MessageRoute(int receiver, int queue) {}
