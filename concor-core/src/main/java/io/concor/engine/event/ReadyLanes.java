package io.concor.engine.event;

import org.jspecify.annotations.Nullable;

/** The indexes of the lanes that are ready, and the pool to signal when a lane is ready again that was held. */
public final class ReadyLanes extends IndexQueue {

    /** Takes events from the lanes. */
    public interface Server {

        PoolState state();

        /** An event may be taken. */
        void signal();

        /** The same, at a time at which the threads may have ended because the queue is closed. */
        void signalLate();
    }

    private volatile @Nullable Server server;

    public ReadyLanes(int lanes) {
        super(lanes);
    }

    public void servedBy(Server next) {
        server = next;
    }

    /** An event that held a lane has left it. */
    void leftByEvent() {
        Server present = server; // read after the lane is ready: a pool that comes later looks for it
        if (present != null) {
            present.signalLate();
        }
    }

    /** A worker has left a lane. Its own pool looks for events when it ends or resumes. */
    public void leftByWorkerOf(PoolState own) {
        Server present = server; // read after the lane is ready: a pool that comes later looks for it
        if (present != null && present.state() != own) {
            present.signal();
        }
    }
}
