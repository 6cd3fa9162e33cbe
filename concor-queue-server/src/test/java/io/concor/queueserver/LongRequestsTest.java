package io.concor.queueserver;

import static io.concor.sample.HttpCaller.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Requests and answers that are longer than the buffers of the web server. */
@Timeout(value = 1, unit = TimeUnit.MINUTES)
class LongRequestsTest {

    private static final int MAX_LENGTH = 50_000;
    private static final int MAX_HEADER = 8 * 1024;

    /** Four characters of one to four bytes. */
    private static final String CHARACTERS = "a\u00e4\u20ac\uD83D\uDE00";

    private static final String ALICE =
            Base64.getEncoder().encodeToString("alice:alice-may-send".getBytes(StandardCharsets.US_ASCII));

    private static RunningServer server;

    @BeforeAll
    static void start(@TempDir Path folder) throws Exception {
        server = RunningServer.start(
                TestStore.SQLITE.settings(folder), "--concor.queue-server.max-length=" + MAX_LENGTH);
        server.alice().register();
        server.bob().register();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void areTakenAndAnsweredAsAWhole() {
        String content = CHARACTERS.repeat(MAX_LENGTH / 4);
        server.alice().create("long");

        assertThat(server.alice().send("long", content).statusCode()).isEqualTo(201);

        assertThat(text(server.bob().receive("long"), "content")).isEqualTo(content);
    }

    @Test
    void mayHaveAHeaderOfAlmostEightKilobytes() throws IOException {
        server.alice().create("headers");

        assertThat(answers(send("headers", "first", MAX_HEADER))).startsWith("HTTP/1.1 201");
        assertThat(answers(send("headers", "second", MAX_HEADER + 1))).startsWith("HTTP/1.1 400");

        assertThat(text(server.bob().receive("headers"), "content")).isEqualTo("first");
        assertThat(server.bob().receive("headers").statusCode()).isEqualTo(204);
    }

    @Test
    void mayHaveATrailer() throws IOException {
        server.alice().create("trailers");
        String request =
                send("trailers", "", 500).replaceFirst("Content-Length: .*\r\n", "Transfer-Encoding: chunked\r\n");
        String header = request.substring(0, request.indexOf("{"));

        assertThat(answers(header + "f\r\n{\"content\":\"c\"}\r\n0\r\nX-Sum: " + "5".repeat(900) + "\r\n\r\n"))
                .startsWith("HTTP/1.1 201");

        assertThat(text(server.bob().receive("trailers"), "content")).isEqualTo("c");
    }

    /** A read of the server ends within one of them. */
    @Test
    void mayFollowEachOtherOnAConnection() throws IOException {
        server.alice().create("pipelined");
        String request = send("pipelined", "again", 1_500);
        String more = request.replace("Connection: close\r\n", "");

        assertThat(answers(more + more + more + more + request)).containsPattern("(?s)(HTTP/1.1 201.*){5}");

        for (int i = 0; i < 5; i++) {
            assertThat(text(server.bob().receive("pipelined"), "content")).isEqualTo("again");
        }
    }

    /** Returns a request whose header has so many bytes. */
    private static String send(String queue, String content, int header) {
        String body = "{\"content\":\"" + content + "\"}";
        String begin = "POST /queues/" + queue + "/messages HTTP/1.1\r\n"
                + "Host: localhost\r\n"
                + "Authorization: Basic " + ALICE + "\r\n"
                + "Content-Type: application/json\r\n"
                + "Content-Length: " + body.length() + "\r\n"
                + "Connection: close\r\n"
                + "X-Long: ";
        String end = "\r\n\r\n";
        return begin + "x".repeat(header - begin.length() - end.length()) + end + body;
    }

    private static String answers(String requests) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", server.port())) {
            socket.getOutputStream().write(requests.getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
