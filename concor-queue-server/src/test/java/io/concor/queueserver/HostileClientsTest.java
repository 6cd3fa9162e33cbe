package io.concor.queueserver;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Clients that send too much, too slowly or not at all. The server answers, or closes the connection, and serves others. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class HostileClientsTest {

    private static final String ALICE =
            Base64.getEncoder().encodeToString("alice:alice-may-send".getBytes(StandardCharsets.US_ASCII));
    private static final String SEND = """
        POST /queues/q/messages HTTP/1.1\r
        Host: localhost\r
        Authorization: Basic %s\r
        Content-Type: application/json\r
        """.formatted(ALICE);

    private static RunningServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = RunningServer.start(TestStore.SQLITE.settings(folder), "--server.tomcat.connection-timeout=500ms");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    /** Returns the first line of the answer; null if the connection is closed without one. */
    private static String answer(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write(ascii(request));
            String all = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(all).doesNotContain("Exception", "\tat ", "Tomcat").doesNotContainIgnoringCase("<html");
            return all.lines().findFirst().orElse(null);
        }
    }

    @Test
    void areNotWaitedForIfTheBodyDoesNotCome() throws IOException {
        assertThat(answer(SEND + "Content-Length: 100\r\n\r\n{\"content\":")).startsWith("HTTP/1.1 408");
        assertThat(answer(SEND + "Transfer-Encoding: chunked\r\n\r\n5\r\n{\"con"))
                .startsWith("HTTP/1.1 408");
    }

    /** With fewer threads than bodies that do not come as a whole. */
    @Test
    void occupyNoThreadWhileTheirBodiesDoNotCome(@TempDir Path folder) throws Exception {
        try (RunningServer small = RunningServer.start(
                TestStore.SQLITE.settings(folder),
                "--server.tomcat.threads.max=4",
                "--server.tomcat.connection-timeout=30s")) {
            TestClient alice = small.alice();
            alice.register();
            small.bob().register();
            alice.create("q");
            List<Socket> slow = new ArrayList<>();
            for (int number = 0; number < 20; number++) {
                Socket socket = new Socket("127.0.0.1", small.port());
                slow.add(socket);
                socket.getOutputStream().write(ascii(SEND + "Content-Length: 15\r\n\r\n{\"content\""));
            }

            assertThat(alice.send("q", "at once").statusCode()).isEqualTo(201);

            for (Socket socket : slow) {
                assertThat(socket.getInputStream().available()).as("an answer").isZero();
                socket.getOutputStream().write(ascii(":\"c\"}"));
                assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                        .isEqualTo("HTTP/1.1 201");
                socket.close();
            }
            assertThat(small.bob().receive("q").statusCode()).isEqualTo(200);
        }
    }

    /** Each is answered before its body comes. The web server would then wait for the body, if it is not to close the connection at once. */
    @Test
    void occupyNoThreadWithBodiesThatAreNotRead(@TempDir Path folder) throws Exception {
        String anonymous = "POST /queues HTTP/1.1\r\n"
                + "Host: localhost\r\n"
                + "Content-Type: application/json\r\n"
                + "Content-Length: 100\r\n\r\n";
        try (RunningServer small = RunningServer.start(
                TestStore.SQLITE.settings(folder),
                "--server.tomcat.threads.max=2",
                "--server.tomcat.connection-timeout=40s",
                "--management.server.port=0")) {
            for (int port : List.of(small.port(), small.managementPort())) {
                for (int number = 0; number < 3; number++) {
                    try (Socket socket = new Socket("127.0.0.1", port)) {
                        socket.setSoTimeout(20_000);
                        socket.getOutputStream().write(ascii(anonymous));
                        assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                                .startsWith("HTTP/1.1 401")
                                .containsIgnoringCase("Connection: close");
                    }
                }
            }
        }
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void areNotWaitedForIfThereIsNoBody() throws IOException {
        assertThat(answer(SEND + "Connection: close\r\n\r\n")).startsWith("HTTP/1.1 400");
    }

    @Test
    void areNotReadIfTheBodyIsTooLarge() throws IOException {
        assertThat(answer(SEND + "Content-Length: 1000000000\r\n\r\n")).startsWith("HTTP/1.1 413");
    }

    @Test
    void areNotWaitedForIfTheHeaderDoesNotCome() throws IOException {
        String first = answer("POST /queues HTTP/1.1\r\nHost: local");

        assertThat(first == null || first.startsWith("HTTP/1.1 4")).as(first).isTrue();
    }

    @Test
    void areRefusedWithALargeHeader() throws IOException {
        assertThat(answer(SEND + "X-Large: " + "x".repeat(20_000) + "\r\n\r\n")).startsWith("HTTP/1.1 4");
    }

    @Test
    void areRefusedWithAnAddressThatIsNotAccepted() throws IOException {
        assertThat(answer("GET /queues/a%2fb HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
        assertThat(answer("GET /queues;x=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                .startsWith("HTTP/1.1 400");
    }

    /** What the web server refuses before the application sees it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET /queues HTTP/1.1\r\n\r\n",
                "GET /queues|q HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "GET /queues HTTP/1.9.9\r\nHost: localhost\r\n\r\n",
                "nonsense\r\n\r\n"
            })
    void getAProblemAndNoPage(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write(ascii(request));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .matches("HTTP/1\\.1 (400|505) [^<]*")
                    .contains("Content-Type: application/problem+json", "{\"status\":");
        }
    }

    @Test
    void readNoBodyWithoutALogIn() throws IOException {
        assertThat(answer("POST /queues HTTP/1.1\r\n"
                        + "Host: localhost\r\n"
                        + "Content-Type: application/json\r\n"
                        + "Content-Length: 100\r\n\r\n"))
                .startsWith("HTTP/1.1 401");
    }
}
