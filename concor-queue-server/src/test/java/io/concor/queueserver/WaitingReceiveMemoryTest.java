package io.concor.queueserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a receive that waits keeps in memory, from the histogram of classes of this JVM. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class WaitingReceiveMemoryTest {

    /** More than the requests whose memory Tomcat keeps unless it is configured. */
    private static final int WAITING = 300;

    private static final int MOST_BYTES = 75_000;
    private static final Pattern LINE = Pattern.compile("(?m)^ *\\d+: +(\\d+) +(\\d+) +(\\S+)");
    private static final String REQUEST = "org.apache.coyote.http11.Http11Processor";
    private static final String CONNECTION = "org.apache.tomcat.util.net.NioEndpoint$NioSocketWrapper";
    private static final String RECEIVE = """
        POST /queues/q/messages/receive?wait=60s HTTP/1.1\r
        Host: localhost\r
        Authorization: Basic %s\r
        Content-Length: 0\r
        \r
        """.formatted(
                    Base64.getEncoder().encodeToString("bob:bob-may-receive".getBytes(StandardCharsets.US_ASCII)));

    /** Of the objects of one class, how many there are, and their bytes. */
    private record Objects(long count, long bytes) {

        private static final Objects NONE = new Objects(0, 0);
    }

    @Test
    void isLittleAndServesTheNextOnes(@TempDir Path folder) throws Exception {
        try (RunningServer server = RunningServer.start(
                TestStore.SQLITE.settings(folder), "--concor.queue-server.max-waiting-per-client=" + WAITING)) {
            TestClient bob = server.bob();
            bob.register();
            bob.create("q");
            bob.receive("q", "?wait=100ms");
            long before = bytes();

            List<Socket> waiting = receives(server);

            assertThat((bytes() - before) / WAITING).isLessThan(MOST_BYTES);
            bob.http().delete("/queues/q?force=true");
            for (Socket socket : waiting) {
                assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                        .isEqualTo("HTTP/1.1 404");
                socket.close();
            }
            await("the connections are closed").until(() -> objects(CONNECTION).count() < WAITING / 10);
            assertThat(objects(REQUEST).count()).isGreaterThanOrEqualTo(WAITING);
        }
    }

    /** Begins some at a time: one client may not have all of them in work at once. */
    private static List<Socket> receives(RunningServer server) throws IOException {
        List<Socket> begun = new ArrayList<>();
        while (begun.size() < WAITING) {
            Socket socket = new Socket("127.0.0.1", server.port());
            begun.add(socket);
            socket.getOutputStream().write(RECEIVE.getBytes(StandardCharsets.US_ASCII));
            if (begun.size() % 50 == 0) {
                server.awaitWaiting(begun.size());
            }
        }
        return begun;
    }

    private static long bytes() throws JMException {
        return histogram().values().stream().mapToLong(Objects::bytes).sum();
    }

    private static Objects objects(String type) throws JMException {
        return histogram().getOrDefault(type, Objects.NONE);
    }

    /** Returns the objects that live, by their classes. */
    private static Map<String, Objects> histogram() throws JMException {
        Object text = ManagementFactory.getPlatformMBeanServer()
                .invoke(
                        new ObjectName("com.sun.management:type=DiagnosticCommand"),
                        "gcClassHistogram",
                        new Object[] {new String[0]},
                        new String[] {String[].class.getName()});
        return LINE.matcher(String.valueOf(text))
                .results()
                .collect(Collectors.toMap(
                        line -> line.group(3), WaitingReceiveMemoryTest::objects, (one, other) -> one));
    }

    private static Objects objects(MatchResult line) {
        return new Objects(Long.parseLong(line.group(1)), Long.parseLong(line.group(2)));
    }
}
