package io.concor.experiments.laboratory;

/**
 * A time with one load.
 *
 * @param rate events per second
 * @param seconds how long it is
 */
record LoadPhase(double rate, int seconds) {}
