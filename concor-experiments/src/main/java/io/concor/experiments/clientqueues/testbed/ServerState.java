package io.concor.experiments.clientqueues.testbed;

/**
 * How a queue server is.
 *
 * @param healthy whether its health is {@code UP}
 * @param waiting receives that wait for a message; -1 if the server does not say so
 * @param openFiles files and connections that its process has open; -1 if the process has ended
 */
public record ServerState(boolean healthy, int waiting, int openFiles) {}
