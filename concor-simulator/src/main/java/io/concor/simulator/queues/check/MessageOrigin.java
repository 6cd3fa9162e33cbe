package io.concor.simulator.queues.check;

/**
 * Where a message comes from, by its content.
 *
 * @param run the run that sent it
 * @param sender number of the client that sent it
 * @param number number of the message among those of its sender, from 0
 */
public record MessageOrigin(String run, int sender, int number) {}
