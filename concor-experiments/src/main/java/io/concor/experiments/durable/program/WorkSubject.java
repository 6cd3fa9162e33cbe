package io.concor.experiments.durable.program;

import com.zaxxer.hikari.HikariDataSource;
import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import io.concor.experiments.durable.subject.SubjectSettings;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** A {@link WorkTable} with its workers in this process. */
final class WorkSubject implements Subject {

    private final WorkTable table;
    private final HikariDataSource pool;
    private final Insertion insertion;
    private final List<Worker> workers;

    WorkSubject(WorkTable table, HikariDataSource pool, Insertion insertion, List<Worker> workers) {
        this.table = table;
        this.pool = pool;
        this.insertion = insertion;
        this.workers = workers;
        workers.forEach(Thread::start);
    }

    @Override
    public void put(List<Event> events) throws SQLException {
        insertion.insert(events);
        workers.forEach(Worker::wake);
    }

    @Override
    public void putInTransaction(Event event) throws SQLException {
        put(List.of(event));
    }

    @Override
    public boolean joinsTransactions() {
        return true;
    }

    @Override
    public boolean handles() {
        return !workers.isEmpty();
    }

    @Override
    public long waiting() throws SQLException {
        try (Connection connection = SubjectSettings.transaction(pool)) {
            long count = table.count(connection);
            connection.commit();
            return count;
        }
    }

    @Override
    public void close() throws InterruptedException {
        for (Worker worker : workers) {
            worker.close();
        }
        pool.close();
    }
}
