package io.concor.experiments.clientqueues.report;

/**
 * A load of which an experiment has several.
 *
 * @param value the value of what the experiment varies
 * @param clients number of clients
 * @param messageSize characters of a message
 * @param processes processes over which the clients are spread; 0: they run in the JVM of the experiment
 */
record LoadPoint(int value, int clients, int messageSize, int processes) {}
