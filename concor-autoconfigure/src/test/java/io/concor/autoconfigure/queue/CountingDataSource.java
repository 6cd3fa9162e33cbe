package io.concor.autoconfigure.queue;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** Counts the connections that the calling thread takes. */
final class CountingDataSource extends DelegatingDataSource {

    static final ThreadLocal<Integer> TAKEN = ThreadLocal.withInitial(() -> 0);

    CountingDataSource(DataSource target) {
        super(target);
    }

    @Override
    public Connection getConnection() throws SQLException {
        TAKEN.set(TAKEN.get() + 1);
        return super.getConnection();
    }
}
