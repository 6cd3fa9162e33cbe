package io.concor.queueserver.request;

import io.concor.queues.client.Queues;
import java.util.function.Function;

/**
 * A request that was understood. Immutable.
 *
 * @param caller who asks
 * @param work what to do with the queues
 */
record Command(Caller caller, Function<Queues, Result> work) {}
