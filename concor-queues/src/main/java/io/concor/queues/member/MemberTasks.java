package io.concor.queues.member;

import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Changes that the thread of the membership makes for others. Any thread adds. */
final class MemberTasks {

    private final Queue<Task> waiting = new ConcurrentLinkedQueue<>();

    /** A change. It may be made again after a failure. */
    interface Task {
        void run() throws SQLException;
    }

    void add(Task task) {
        waiting.add(task);
    }

    boolean isEmpty() {
        return waiting.isEmpty();
    }

    /** Makes the changes in their order. One that fails stays the next. */
    void run() throws SQLException {
        for (Task task = waiting.peek(); task != null; task = waiting.peek()) {
            task.run();
            waiting.poll();
        }
    }
}
