package io.concor.queueserver.http;

import io.concor.queueserver.QueueServerProperties;
import io.concor.queueserver.request.TooManyRequestsException;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Shares the flow: only so many requests of one client are in it at once, and only so many receives that look again. These wait for
 * their turn, for the deletion of a queue wakes thousands, which would leave no place to others. Thread-safe.
 */
@Component
final class RequestShares {

    static final int MOST_LOOKS = 256;

    private final int mostOfClient;
    private final Map<String, Integer> inWork = new ConcurrentHashMap<>();
    private final Semaphore looks;
    /** Looks that wait for their turn. */
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    /** Calls of {@link #startLooks}; one thread at a time does what they all ask for. */
    private final AtomicInteger starting = new AtomicInteger();

    @Autowired
    RequestShares(QueueServerProperties properties) {
        this(properties.maxRequestsPerClient(), MOST_LOOKS);
    }

    RequestShares(int mostOfClient, int mostLooks) {
        this.mostOfClient = mostOfClient;
        this.looks = new Semaphore(mostLooks);
    }

    /**
     * A request of a client begins, to be followed by {@link #end}.
     *
     * @throws TooManyRequestsException if too many are in work
     */
    void begin(String client) {
        if (inWork.merge(client, 1, Integer::sum) > mostOfClient) {
            end(client);
            throw new TooManyRequestsException(client, mostOfClient);
        }
    }

    void end(String client) {
        inWork.computeIfPresent(client, (name, count) -> count == 1 ? null : count - 1);
    }

    /** Lets a receive look again when it is its turn, on this or another thread; {@link #looked} follows. */
    void look(Runnable receive) {
        waiting.add(receive);
        startLooks();
    }

    /** A look has ended. */
    void looked() {
        looks.release();
        startLooks();
    }

    /** A look may end at once, and start the next: that does not happen inside of it, or the stack would not suffice for all. */
    private void startLooks() {
        if (starting.getAndIncrement() > 0) {
            return;
        }
        int done = 1;
        while (done > 0) {
            startSome();
            done = starting.addAndGet(-done);
        }
    }

    private void startSome() {
        while (!waiting.isEmpty() && looks.tryAcquire()) {
            Runnable next = waiting.poll();
            if (next == null) {
                looks.release();
            } else {
                next.run();
            }
        }
    }
}
