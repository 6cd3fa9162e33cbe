package io.concor.queues.write;

import io.concor.queues.event.EndRequest;
import java.util.ArrayList;
import java.util.List;

/** What one transaction of the writer writes. */
record WriteLoad(List<PutRequest> puts, List<EndRequest> ends) implements LoadWriter.Load<WriteLoad> {

    /** Returns one to which puts and ends may be added. */
    static WriteLoad empty() {
        return new WriteLoad(new ArrayList<>(), new ArrayList<>());
    }

    @Override
    public int size() {
        return puts.size() + ends.size();
    }

    /** Returns a part. Puts come first, and in their order. */
    @Override
    public WriteLoad part(int from, int to) {
        int count = puts.size();
        return new WriteLoad(
                puts.subList(Math.min(from, count), Math.min(to, count)),
                ends.subList(Math.max(0, from - count), Math.max(0, to - count)));
    }
}
