package io.concor.sample.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.sample.HttpCaller;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.test.util.TestSocketUtils;

class ReceiverTest {

    private final int port = TestSocketUtils.findAvailableTcpPort();
    private final HttpCaller client = new HttpCaller(port);
    private Receiver receiver = receiver(ReceiverInbox.counting(Set.of("/news/1", "/news/2")));

    @AfterEach
    void stop() {
        receiver.stop();
    }

    @Test
    void countsMessagesOnItsPaths() {
        receiver.start();

        assertThat(client.post("/news/1", "{}").statusCode()).isEqualTo(200);
        assertThat(client.post("/news/2", "{}").statusCode()).isEqualTo(200);
        assertThat(client.post("/news/2", "{}").statusCode()).isEqualTo(200);

        assertThat(client.get("/received").body())
                .isEqualTo("{\"received\":3,\"paths\":{\"/news/1\":1,\"/news/2\":2}}");
    }

    @Test
    void countsRepliesAndRemembersTheLastTen() {
        receiver = receiver(ReceiverInbox.keepingLast("/replies", 10));
        receiver.start();

        IntStream.range(0, 12).forEach(i -> assertThat(client.post("/replies", "{\"id\":" + i + "}"))
                .returns(200, answer -> answer.statusCode()));

        assertThat(client.get("/received").body())
                .startsWith("{\"received\":12,\"last\":[{\"id\":11},{\"id\":10},")
                .endsWith("{\"id\":2}]}");
    }

    @Test
    void answers404ToEverythingElse() {
        receiver.start();

        assertThat(client.post("/other", "{}").statusCode()).isEqualTo(404);
        assertThat(client.get("/news/1").statusCode()).isEqualTo(404);
        assertThat(client.get("/received").body()).startsWith("{\"received\":0,");
    }

    @Test
    void remembersNothingOfOtherPaths() {
        receiver = receiver(ReceiverInbox.keepingLast("/replies", 10));
        receiver.start();

        assertThat(client.post("/other", "{}").statusCode()).isEqualTo(404);
        assertThat(client.get("/replies").statusCode()).isEqualTo(404);
        assertThat(client.get("/received").body()).isEqualTo("{\"received\":0,\"last\":[]}");
    }

    @Test
    void closesAConnectionThatFails() {
        EmbeddedChannel connection = new EmbeddedChannel(new ReceiverHandler(ReceiverInbox.counting(Set.of())));

        connection.pipeline().fireExceptionCaught(new IOException("Connection reset by peer"));

        assertThat(connection.isOpen()).isFalse();
        assertThatNoException().isThrownBy(connection::checkException);
    }

    @Test
    void startsAgainAfterAStop() {
        receiver.start();
        receiver.stop();
        assertThat(receiver.isRunning()).isFalse();

        receiver.start();

        assertThat(receiver.isRunning()).isTrue();
        assertThat(client.get("/received").statusCode()).isEqualTo(200);
    }

    @Test
    void saysWhatToDoWhenItsPortIsTaken() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Receiver second = receiver(other.getLocalPort());

            PortTakenException taken = catchThrowableOfType(PortTakenException.class, second::start);
            FailureAnalysis analysis = new PortTakenFailureAnalyzer().analyze(new IllegalStateException(taken));

            assertThat(analysis.getDescription()).contains("port " + other.getLocalPort());
            assertThat(analysis.getAction()).contains("sample.receiver.port", "sample.receiver.enabled=false");
            assertThat(second.isRunning()).isFalse();
        }
    }

    @Test
    void saysWhyWhenItCannotListenForAnotherReason() {
        Receiver nowhere = receiver(65_536);

        assertThatIllegalStateException()
                .isThrownBy(nowhere::start)
                .withMessage("The receiver cannot listen on port 65536: port out of range:65536");
        assertThat(nowhere.isRunning()).isFalse();
    }

    @Test
    void leavesOtherFailuresToOthers() {
        assertThat(new PortTakenFailureAnalyzer().analyze(new IllegalStateException("another")))
                .isNull();
    }

    private Receiver receiver(ReceiverInbox inbox) {
        return new Receiver("sample.receiver", port, inbox);
    }

    private static Receiver receiver(int port) {
        return new Receiver("sample.receiver", port, ReceiverInbox.counting(Set.of()));
    }
}
