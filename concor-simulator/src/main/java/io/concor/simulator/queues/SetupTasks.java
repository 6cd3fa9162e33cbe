package io.concor.simulator.queues;

import io.concor.simulator.queues.check.ClientRange;
import io.concor.simulator.queues.check.QueueNames;
import io.concor.simulator.queues.http.QueueRequest;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * What one client does before the load: its share of the registrations of all clients, also of those of other processes, and of
 * the queues. So no message is sent to an unknown client or queue, whichever process starts first. Confined to one thread.
 */
final class SetupTasks {

    private final Deque<SetupTask> tasks = new ArrayDeque<>();

    private record SetupTask(QueueRequest request, int queue) {}

    SetupTasks(int client, ClientLoadSettings settings, QueueRequests requests) {
        ClientRange range = settings.clients();
        int share = client - range.first() + 1;
        add(requests.register(client), QueueNames.UNKNOWN);
        for (int other = share; other <= range.total(); other += range.count()) {
            if (!range.contains(other)) {
                add(requests.register(other), QueueNames.UNKNOWN);
            }
        }
        for (int queue = share; queue <= settings.queues(); queue += range.count()) {
            add(requests.create(client, queue), queue);
        }
    }

    private void add(QueueRequest request, int queue) {
        tasks.add(new SetupTask(request, queue));
    }

    /** Returns the next request, or null if all have succeeded. */
    @Nullable
    QueueRequest next() {
        SetupTask next = tasks.peek();
        return next == null ? null : next.request;
    }

    /**
     * Records that the request has succeeded.
     *
     * @param existed whether another client may have created the queue
     */
    void succeeded(boolean existed, QueueRequests requests) {
        SetupTask done = tasks.remove();
        if (existed) {
            tasks.push(new SetupTask(requests.peek(done.request, done.queue), done.queue));
        }
    }
}
