package io.concor.test;

import io.concor.queues.administration.QueueAdministration;
import io.concor.queues.administration.QueueReport;
import io.concor.queues.jdbc.Dialect;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.row.DeadChoice;
import io.concor.queues.row.QueueRow;
import io.concor.text.Sentence;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** The queues of a store, as they are in its database. Thread-safe. */
final class StoredQueues {

    private static final String EVENTS = "select (select count(*) from (select 1 from concor_event limit 1) e)"
            + " + (select count(*) from (select 1 from concor_delayed limit 1) d)";

    private final Supplier<QueueAdministration> queues;
    private final Duration remember;

    StoredQueues(Supplier<QueueAdministration> queues, Duration remember) {
        this.queues = queues;
        this.remember = remember;
    }

    private QueueAdministration queues() {
        return queues.get();
    }

    private QueueRow find(String name) {
        return queues().find(name)
                .orElseThrow(() -> new IllegalArgumentException(Sentence.of(
                        "There is no queue '%s' in the store, which has %s. The name of a queue is <flow>.<slot>",
                        name,
                        queues().queues().stream()
                                .map(queue -> queue.flow() + "." + queue.slot())
                                .toList())));
    }

    /** Asks by one statement: an event that moves from a queue or a table to another meanwhile is seen in one of them. */
    boolean areEmpty() {
        return queues().query("look for events", connection -> Sql.number(connection, EVENTS)) == 0;
    }

    private List<QueueReport> reports() {
        return queues().queues().stream().map(queues()::report).toList();
    }

    /** Returns how many events wait in each queue, in words. */
    String state() {
        return reports().stream()
                .map(queue -> Sentence.of(
                        "'%s': %d wait or are in work, %d are delayed, %d are dead letters",
                        queue.name(), queue.depth(), queue.delayed(), queue.dead()))
                .collect(Collectors.joining("; "));
    }

    List<StoredDeadLetter> deadLetters(String queue) {
        return queues().dead(find(queue), 0, QueueAdministration.MOST_IN_PAGE, true).rows().stream()
                .map(StoredDeadLetter::of)
                .toList();
    }

    void requeue(String queue) {
        queues().requeue(find(queue), DeadChoice.ALL);
    }

    /** Returns how many events have failed and wait for another attempt. */
    long retries(String queue) {
        int number = find(queue).id();
        return queues().query("count the events that are tried again", connection -> retries(connection, number));
    }

    /** Those without an order lie in the table of delayed events, the others in their places. */
    private static long retries(Connection connection, int queue) throws SQLException {
        String now = Dialect.of(connection).nowMillis();
        return Sql.number(connection, "select count(*) from concor_delayed where queue = ? and failures > 0", queue)
                + Sql.number(
                        connection,
                        "select count(*) from concor_event where queue = ? and failures > 0 and due_at > " + now,
                        queue);
    }

    void advanceClock(Duration time) {
        queues().change("advance the clock of a test", connection -> {
            StoredTime.advance(connection, time);
            StoredTime.forget(
                    connection, Sql.number(connection, Dialect.of(connection).selectNow()), remember);
        });
    }
}
