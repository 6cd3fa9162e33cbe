package io.concor.queues.event;

import io.concor.queues.measure.QueueActivity;
import io.concor.queues.measure.QueueLevels;

/** What was read last of the levels of a queue, with what this process has put and taken since. Thread-safe. */
public final class KnownLevels {

    private final QueueActivity activity;
    private volatile Read last = new Read(new QueueLevels(0, 0, 0), 0);

    private record Read(QueueLevels levels, long net) {}

    KnownLevels(QueueActivity activity) {
        this.activity = activity;
    }

    /** Returns by how many events this process has made the queue longer. */
    public long net() {
        return activity.net();
    }

    /**
     * Levels were read.
     *
     * @param netBefore {@link #net()} before that
     */
    public void read(QueueLevels levels, long netBefore) {
        last = new Read(levels, netBefore);
    }

    /** Returns the levels of now, as far as they are known. */
    public QueueLevels now() {
        Read known = last;
        long depth = Math.max(0, known.levels().depth() + net() - known.net());
        double oldestSeconds = depth == 0 ? 0 : known.levels().oldestSeconds();
        return new QueueLevels(depth, oldestSeconds, known.levels().dead());
    }
}
