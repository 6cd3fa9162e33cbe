package io.concor.queues.read;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.text.Sentence;

/** How an event ends in whose attempts processes died again and again. */
public final class GivenUp {

    private static final int MOST_DEATHS = 5;

    private GivenUp() {}

    /**
     * Returns whether an event is not tried again: as its slot says, or by a default.
     *
     * @param attempt the number of the attempt that would be next
     * @param deaths in how many of those before it processes died, or lost the event
     */
    public static boolean applies(QueueDefinition queue, int attempt, int deaths) {
        Integer attempts = queue.attempts();
        return attempts == null ? deaths >= MOST_DEATHS : attempt > attempts;
    }

    /** Returns how it ends, by the same numbers. */
    public static Ending.Dead ending(QueueDefinition queue, int attempt, int deaths) {
        Integer attempts = queue.attempts();
        String text = attempts == null ? deaths(queue, deaths) : attempts(queue, attempt, deaths, attempts);
        boolean holds = queue.order() != Order.ANY;
        return new Ending.Dead(new Ending.Failure(queue.slot(), new QueueStoreException(text, false, null), holds));
    }

    private static String attempts(QueueDefinition queue, int attempt, int deaths, int attempts) {
        return Sentence.of(
                "%d attempts with this event at the slot '%s' of the flow '%s' are over, as many as its setting attempts, %d, allows; in %d of them the process ended, or lost its lease. Requeue it when the reason is known",
                attempt - 1, queue.slot(), queue.flow(), attempts, deaths);
    }

    private static String deaths(QueueDefinition queue, int deaths) {
        return Sentence.of(
                "%d processes ended, or lost their lease, while they handled this event at the slot '%s' of the flow '%s': it may be what ends them. Requeue it when that is known",
                deaths, queue.slot(), queue.flow());
    }
}
