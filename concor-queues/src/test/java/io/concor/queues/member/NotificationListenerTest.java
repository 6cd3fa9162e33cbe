package io.concor.queues.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.concor.queues.jdbc.DatabaseHealth;
import io.concor.queues.jdbc.OpenStore;
import io.concor.queues.jdbc.Sql;
import io.concor.queues.jdbc.StoreDataSources;
import io.concor.queues.jdbc.StoreDatabase;
import io.concor.queues.row.LaneRow;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;
import org.slf4j.LoggerFactory;

@Timeout(90)
class NotificationListenerTest {

    private static final Duration LONG = Duration.ofSeconds(30);

    /** Forwards connections, and loses everything while they stay open when it goes silent, as some firewalls do. */
    private static final class Network implements AutoCloseable {
        private final ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
        private final int port;
        private volatile boolean silent;

        Network(int port) throws IOException {
            this.port = port;
            run(() -> {
                while (true) {
                    Socket client = server.accept();
                    Socket database = new Socket(InetAddress.getLoopbackAddress(), port);
                    sockets.add(client);
                    sockets.add(database);
                    run(() -> forward(client.getInputStream(), database.getOutputStream()));
                    run(() -> forward(database.getInputStream(), client.getOutputStream()));
                }
            });
        }

        private interface Job {
            void run() throws IOException;
        }

        private static void run(Job job) {
            Thread thread = new Thread(() -> {
                try {
                    job.run();
                } catch (IOException closed) {
                    // the end of the test
                }
            });
            thread.setDaemon(true);
            thread.start();
        }

        private void forward(InputStream from, OutputStream to) throws IOException {
            byte[] bytes = new byte[8192];
            for (int read = from.read(bytes); read >= 0; read = from.read(bytes)) {
                if (!silent) {
                    to.write(bytes, 0, read);
                }
            }
        }

        String through(String url) {
            return url.replace(":" + port + "/", ":" + server.getLocalPort() + "/");
        }

        @Override
        public void close() throws IOException {
            server.close();
            for (Socket socket : sockets) {
                socket.close();
            }
        }
    }

    private static final LaneListener NONE = new LaneListener() {
        @Override
        public void gained(LaneRow lane) {}

        @Override
        public void lost(int queue, int lane) {}

        @Override
        public void leaving(int queue, int lane) {}

        @Override
        public void woken(boolean late) {}
    };

    /** Without a limit, the thread would wait for an answer for as long as TCP keeps the connection. */
    @Test
    @Tag("full")
    void noticesThatItsConnectionIsSilent() throws Exception {
        ListAppender<ILoggingEvent> logged = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(DatabaseHealth.class);
        logged.start();
        logger.addAppender(logged);
        try (OpenStore store = StoreDatabase.POSTGRESQL.installed();
                Network network = new Network(
                        URI.create(store.url().substring("jdbc:".length())).getPort());
                Connection connection = store.dataSource().getConnection()) {
            DatabaseHealth health = new DatabaseHealth("silent");
            PGSimpleDataSource through = new PGSimpleDataSource();
            through.setUrl(network.through(store.url()));
            Membership membership = new Membership(
                    StoreDataSources.of(store.dataSource()),
                    store.dialect(),
                    new MemberSettings("test", Duration.ofSeconds(5), Duration.ofSeconds(1)),
                    Duration.ofSeconds(10),
                    NONE,
                    health);
            NotificationListener listener = new NotificationListener(through, membership, health);
            listener.start();
            await("listening")
                    .atMost(LONG)
                    .until(() -> Sql.number(
                                    connection,
                                    "select count(*) from pg_stat_activity where datname = current_database()"
                                            + " and state = 'idle' and query like 'select pg_notify%'")
                            == 1);

            network.silent = true;

            await("noticed").atMost(LONG).untilAsserted(() -> assertThat(logged.list)
                    .extracting(ILoggingEvent::getFormattedMessage)
                    .anyMatch(text -> text.contains("'silent': notifications of other processes do not come")));
            listener.close();
        } finally {
            logger.detachAppender(logged);
        }
    }
}
