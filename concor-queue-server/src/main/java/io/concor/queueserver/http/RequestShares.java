package io.concor.queueserver.http;

import io.concor.Flow;
import io.concor.manage.Manager;
import io.concor.queueserver.QueueServerProperties;
import io.concor.queueserver.request.ApiRequest;
import io.concor.queueserver.request.Reply;
import io.concor.queueserver.request.TooManyRequestsException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Shares the flow: some clients do not fill it, nor do receives that look again. Of these only so many are in it at once; the others wait
 * for their turn, for many messages, or the deletion of a queue, wake thousands. Thread-safe.
 */
@Component
final class RequestShares {

    private static final int MOST_LOOKS = 256;

    /** Receives that look again have the fourth part of the flow, at most. */
    private static final int PARTS = 4;

    private final ClientShares clients;
    private final Semaphore looks;
    /** Looks that wait for their turn. */
    private final Queue<Runnable> waiting = new ConcurrentLinkedQueue<>();
    /** Calls of {@link #startLooks}; one thread at a time does what they all ask for. */
    private final AtomicInteger starting = new AtomicInteger();

    @Autowired
    RequestShares(QueueServerProperties properties, Manager manager, Flow<ApiRequest, Reply> flow) {
        this(
                properties.maxRequestsPerClient(),
                manager.flow(flow.name()).summary().maxInFlight());
    }

    /** @param mostInFlight how many events the flow admits */
    RequestShares(int mostOfClient, int mostInFlight) {
        int mostLooks = Math.max(1, Math.min(MOST_LOOKS, mostInFlight / PARTS));
        clients = new ClientShares(mostInFlight - mostLooks, mostOfClient);
        looks = new Semaphore(mostLooks);
    }

    /**
     * A request of a client begins, to be followed by {@link #end}.
     *
     * @throws TooManyRequestsException if the client has its share of the flow
     */
    void begin(String client) {
        if (!clients.tryTake(client)) {
            throw new TooManyRequestsException(client);
        }
    }

    void end(String client) {
        clients.release(client);
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
