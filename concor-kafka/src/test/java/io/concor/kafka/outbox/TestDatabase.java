package io.concor.kafka.outbox;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The databases of tests: a server is started at the first use and stopped with the JVM. */
public enum TestDatabase {
    POSTGRESQL {
        private @Nullable EmbeddedPostgres server;

        @Override
        synchronized String emptyUrl() throws IOException, SQLException {
            EmbeddedPostgres present = server;
            if (present == null) {
                present = EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofMinutes(1))
                        .start();
                server = present;
            }
            String name = freshName();
            try (Connection connection = present.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create database " + name);
            }
            return present.getJdbcUrl("postgres", name);
        }
    },
    H2 {
        @Override
        String emptyUrl() {
            return "jdbc:h2:mem:" + freshName() + ";DB_CLOSE_DELAY=-1";
        }
    };

    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final int CONNECTIONS = 40;

    /** Returns the URL of an empty database. */
    abstract String emptyUrl() throws Exception;

    static String freshName() {
        return "outbox" + DATABASES.incrementAndGet();
    }

    /** Returns connections to an empty database. */
    public HikariDataSource empty() throws Exception {
        HikariConfig configuration = new HikariConfig();
        configuration.setJdbcUrl(emptyUrl());
        configuration.setMaximumPoolSize(CONNECTIONS);
        configuration.setMinimumIdle(0);
        return new HikariDataSource(configuration);
    }
}
