package io.concor.queues.administration;

import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.DeadPage;
import io.concor.queues.row.QueueRow;
import java.util.List;

/** A queue in a database. */
record StoredManagedQueue(QueueAdministration administration, QueueRow row) implements ManagedQueue {

    @Override
    public String name() {
        return row.flow() + "." + row.slot();
    }

    @Override
    public QueueReport report() {
        return administration.report(row);
    }

    @Override
    public DeadPage dead(long after, int limit, boolean messages) {
        return administration.dead(row, after, limit, messages);
    }

    @Override
    public List<Long> numbers(String eventId) {
        return administration.numbers(row, eventId);
    }

    @Override
    public void pause(boolean paused) {
        administration.pause(row, paused);
    }

    @Override
    public long requeue(DeadChoice choice) {
        return administration.requeue(row, choice);
    }

    @Override
    public long delete(DeadChoice choice) {
        return administration.delete(row, choice);
    }

    @Override
    public long purge() {
        return administration.purge(row);
    }
}
