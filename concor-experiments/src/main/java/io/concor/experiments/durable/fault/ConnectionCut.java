package io.concor.experiments.durable.fault;

import java.util.concurrent.CountDownLatch;

/**
 * The order to cut one connection.
 *
 * @param when one of the faults that cut
 * @param moreBytes what is still relayed by {@link Fault#CUT_ANYWHERE}
 * @param done counted down when it was cut
 */
record ConnectionCut(Fault when, int moreBytes, CountDownLatch done) {}
