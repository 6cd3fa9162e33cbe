package io.concor.experiments.durable.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.experiments.durable.server.DatabaseKind;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A server that answers each packet with "ok" stands for the database. */
@Timeout(30)
class FaultProxyTest {

    private static final String COMMIT = "\7\0\0\0\3COMMIT";

    private final BlockingQueue<String> arrived = new LinkedBlockingQueue<>();
    private ServerSocket server;
    private FaultProxy proxy;
    private Socket client;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::answer);
        thread.setDaemon(true);
        thread.start();
        proxy = FaultProxy.start(server.getLocalPort(), DatabaseKind.mariadb);
        client = new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private void answer() {
        try (Socket connection = server.accept()) {
            byte[] buffer = new byte[1024];
            InputStream in = connection.getInputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                arrived.add(new String(buffer, 0, read, StandardCharsets.ISO_8859_1));
                connection.getOutputStream().write("ok".getBytes(StandardCharsets.ISO_8859_1));
            }
        } catch (IOException cut) {
            arrived.add("cut");
        }
    }

    @AfterEach
    void stop() throws IOException {
        client.close();
        proxy.close();
        server.close();
    }

    private void send(String text) throws IOException {
        client.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private String read() throws IOException {
        return new String(client.getInputStream().readNBytes(2), StandardCharsets.ISO_8859_1);
    }

    private CompletableFuture<Boolean> cut(Fault when) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return proxy.cut(when, 3, Duration.ofSeconds(20));
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
    }

    /** Sends packets until the cut is armed and has happened. */
    private void sendUntilCut(String text) {
        assertThatThrownBy(() -> {
                    while (true) {
                        send(text);
                        if (read().isEmpty()) {
                            throw new IOException("cut");
                        }
                    }
                })
                .isInstanceOf(IOException.class);
    }

    @Test
    void relaysInBothDirections() throws IOException {
        send("hello");
        assertThat(read()).isEqualTo("ok");
        assertThat(arrived).containsExactly("hello");
    }

    @Test
    void cutsACommitBeforeItArrives() {
        CompletableFuture<Boolean> happened = cut(Fault.CUT_BEFORE_COMMIT);
        int answered = 0;
        try {
            while (true) {
                send(COMMIT);
                if (!read().equals("ok")) {
                    break;
                }
                answered++;
            }
        } catch (IOException cut) {
            // expected
        }

        assertThat(happened.join()).isTrue();
        assertThat(arrived.stream().filter(COMMIT::equals).count()).isEqualTo(answered);
    }

    @Test
    void cutsACommitAfterItArrived() throws Exception {
        CompletableFuture<Boolean> happened = cut(Fault.CUT_AFTER_COMMIT);
        int answered = 0;
        try {
            while (true) {
                send(COMMIT);
                if (!read().equals("ok")) {
                    break;
                }
                answered++;
            }
        } catch (IOException cut) {
            // expected
        }

        assertThat(happened.join()).isTrue();
        for (int commit = 0; commit <= answered; commit++) {
            assertThat(arrived.poll(10, TimeUnit.SECONDS)).isEqualTo(COMMIT);
        }
    }

    @Test
    void leavesOtherStatementsAlone() throws Exception {
        CompletableFuture<Boolean> happened = CompletableFuture.supplyAsync(() -> {
            try {
                return proxy.cut(Fault.CUT_BEFORE_COMMIT, 0, Duration.ofMillis(200));
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        while (!happened.isDone()) {
            send("\7\0\0\0\3select 1");
            assertThat(read()).isEqualTo("ok");
        }

        assertThat(happened.join()).isFalse();
    }

    @Test
    void cutsInTheMiddleOfAMessage() {
        CompletableFuture<Boolean> happened = cut(Fault.CUT_ANYWHERE);
        sendUntilCut("0123456789");

        assertThat(happened.join()).isTrue();
    }

    @Test
    void carriesNothingWhileItIsSilentAndCutsThen() throws Exception {
        send("hello");
        read();
        CompletableFuture<Integer> silenced = CompletableFuture.supplyAsync(() -> {
            try {
                return proxy.silence(Duration.ofMillis(500));
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });
        sendUntilCut("more");

        assertThat(silenced.join()).isOne();
    }

    @Test
    void letsNoAnswerThroughWhileItIsSilent() throws Exception {
        send("hello");
        read();
        client.setSoTimeout(100);
        CompletableFuture.runAsync(() -> {
            try {
                proxy.silence(Duration.ofSeconds(10));
            } catch (InterruptedException interrupted) {
                throw new IllegalStateException(interrupted);
            }
        });

        assertThatThrownBy(() -> {
                    while (true) {
                        send("more");
                        read();
                    }
                })
                .isInstanceOf(SocketTimeoutException.class);
    }
}
