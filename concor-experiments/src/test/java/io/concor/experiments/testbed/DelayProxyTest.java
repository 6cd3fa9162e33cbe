package io.concor.experiments.testbed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DelayProxyTest {

    private static final Duration DELAY = Duration.ofMillis(50);

    private ServerSocket echo;

    @BeforeEach
    void listen() throws IOException {
        echo = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void stop() throws IOException {
        echo.close();
    }

    private void echoOnce() {
        CompletableFuture.runAsync(() -> {
            try (Socket socket = echo.accept()) {
                socket.getInputStream().transferTo(socket.getOutputStream());
            } catch (IOException closed) {
                // the test has ended
            }
        });
    }

    private static Socket connect(DelayProxy proxy) throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    @Test
    void delaysARoundTripByItsDelay() throws Exception {
        echoOnce();
        try (DelayProxy proxy = DelayProxy.start(echo.getLocalPort(), DELAY);
                Socket client = connect(proxy)) {
            long start = System.nanoTime();
            client.getOutputStream().write(7);

            assertThat(client.getInputStream().read()).isEqualTo(7);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(DELAY.toNanos());
        }
    }

    @Test
    void keepsAllBytesInTheirOrderAndDelaysThemTogether() throws Exception {
        byte[] sent = new byte[300_000];
        new Random(7).nextBytes(sent);
        echoOnce();
        try (DelayProxy proxy = DelayProxy.start(echo.getLocalPort(), DELAY);
                Socket client = connect(proxy)) {
            CompletableFuture<Void> writing = CompletableFuture.runAsync(() -> write(client, sent));
            long start = System.nanoTime();

            assertThat(client.getInputStream().readNBytes(sent.length)).isEqualTo(sent);
            assertThat(System.nanoTime() - start)
                    .as("less than a delay for each of the pieces")
                    .isLessThan(TimeUnit.SECONDS.toNanos(15));
            writing.join();
        }
    }

    /** In a thousand pieces. */
    private static void write(Socket client, byte[] sent) {
        try {
            int piece = sent.length / 1000;
            for (int i = 0; i < sent.length; i += piece) {
                client.getOutputStream().write(sent, i, piece);
            }
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void closesTheConnectionIfTheTargetIsNotThere() throws Exception {
        echo.close();
        try (DelayProxy proxy = DelayProxy.start(echo.getLocalPort(), DELAY);
                Socket client = connect(proxy)) {
            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }

    @Test
    void closesTheConnectionIfTheTargetClosesIt() throws Exception {
        try (DelayProxy proxy = DelayProxy.start(echo.getLocalPort(), DELAY);
                Socket client = connect(proxy)) {
            echo.accept().close();

            assertThat(client.getInputStream().read()).isEqualTo(-1);
        }
    }
}
