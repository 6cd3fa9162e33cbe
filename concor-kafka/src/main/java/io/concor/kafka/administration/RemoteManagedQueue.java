package io.concor.kafka.administration;

import io.concor.kafka.topic.QueueTopics;
import io.concor.queues.administration.ManagedQueue;
import io.concor.queues.administration.QueueReport;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.DeadPage;
import java.util.List;

/** A queue in topics. */
record RemoteManagedQueue(QueueTopics.Place place, RemoteQueueAdministration administration, RemoteQueueState state)
        implements ManagedQueue {

    /** Of the messages of a page; but it has one dead letter, whatever its size. */
    private static final long MOST_BYTES_IN_PAGE = 8L << 20;

    @Override
    public String name() {
        return place.flow() + "." + place.slot();
    }

    @Override
    public QueueReport report() {
        return state.report();
    }

    @Override
    public DeadPage dead(long after, int limit, boolean messages) {
        return administration.page(
                place.flow(), place.slot(), new DeadPage.Part(after, limit, messages, MOST_BYTES_IN_PAGE));
    }

    @Override
    public List<Long> numbers(String eventId) {
        return administration.numbers(place.flow(), place.slot(), eventId);
    }

    @Override
    public void pause(boolean paused) {
        administration.pause(place.flow(), place.slot(), paused);
    }

    @Override
    public long requeue(DeadChoice choice) {
        return administration.requeue(place.flow(), place.slot(), chosen(choice));
    }

    @Override
    public long delete(DeadChoice choice) {
        return administration.delete(place.flow(), place.slot(), chosen(choice));
    }

    private static LetterChoice chosen(DeadChoice choice) {
        return new LetterChoice(null, choice.number(), choice.error(), choice.olderThanMillis());
    }

    /** Returns how many dead letters it has deleted: what else there was is not counted. */
    @Override
    public long purge() {
        return administration.purge(place.flow(), place.slot());
    }
}
