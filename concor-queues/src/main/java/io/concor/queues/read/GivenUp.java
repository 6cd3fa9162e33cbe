package io.concor.queues.read;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.LocalQueue;
import io.concor.text.Sentence;

/** How an event ends in whose attempts processes died again and again. */
final class GivenUp {

    private static final int MOST_DEATHS = 5;

    private GivenUp() {}

    /** Returns whether an event is not tried again: as its slot says, or by a default. */
    static boolean applies(ClaimedEvent event) {
        Integer attempts = event.queue().definition().attempts();
        return attempts == null ? event.deaths() >= MOST_DEATHS : event.attempt() > attempts;
    }

    static Ending.Dead ending(ClaimedEvent event) {
        LocalQueue queue = event.queue();
        String slot = queue.definition().slot();
        Integer attempts = queue.definition().attempts();
        String text = attempts == null ? deaths(event) : attempts(event, attempts);
        boolean holds = queue.definition().order() != Order.ANY;
        return new Ending.Dead(new Ending.Failure(slot, new QueueStoreException(text, false, null), holds));
    }

    private static String attempts(ClaimedEvent event, int attempts) {
        QueueDefinition queue = event.queue().definition();
        return Sentence.of(
                "%d attempts with this event at the slot '%s' of the flow '%s' are over, as many as its setting attempts, %d, allows; in %d of them the process ended, or lost its lease. Requeue it when the reason is known",
                event.attempt() - 1, queue.slot(), queue.flow(), attempts, event.deaths());
    }

    private static String deaths(ClaimedEvent event) {
        QueueDefinition queue = event.queue().definition();
        return Sentence.of(
                "%d processes ended, or lost their lease, while they handled this event at the slot '%s' of the flow '%s': it may be what ends them. Requeue it when that is known",
                event.deaths(), queue.slot(), queue.flow());
    }
}
