package io.concor.queues.write;

import io.concor.queues.event.ClaimedEvent;
import io.concor.queues.event.EndRequest;
import io.concor.queues.event.LocalQueue;
import io.concor.queues.event.PutRow;
import java.util.List;
import java.util.Map;

/** Who reads queues hears what was committed. Thread-safe; does not block. */
public interface CommitListener {

    /**
     * Rows were put that this process may read.
     *
     * @param lowest the least id of each lane
     */
    void put(LocalQueue queue, Map<Integer, Long> lowest);

    /** A row was put that this process may read: here it is. */
    void put(PutRow row);

    /** Events of a queue were put, or postponed, that are due later. */
    void delayed(LocalQueue queue);

    /** Events have ended: all in one transaction. */
    void ended(List<EndRequest> ends);

    /** An event turned out to be another process's, or to have ended. */
    void disowned(ClaimedEvent event);
}
