package io.concor.sample.billing;

import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Delays each statement, or batch of rows, so that an embedded database keeps a thread as long as a database across a
 * network.
 */
class DelayedJdbcTemplate extends JdbcTemplate {

    private final Duration delay;

    /**
     * Creates a template.
     *
     * @param delay the delay; zero for none
     */
    DelayedJdbcTemplate(DataSource database, Duration delay) {
        super(database);
        this.delay = delay;
    }

    @Override
    protected void applyStatementSettings(Statement statement) throws SQLException {
        super.applyStatementSettings(statement);
        if (!delay.isZero()) {
            LockSupport.parkNanos(delay.toNanos());
        }
    }
}
