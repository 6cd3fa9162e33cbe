package io.concor.sample.ussd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.channel.embedded.EmbeddedChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.test.util.TestSocketUtils;

class ReceiverTest {

    private final int port = TestSocketUtils.findAvailableTcpPort();
    private final Receiver receiver = new Receiver(port);
    private final Server client = new Server(port);

    @AfterEach
    void stop() {
        receiver.stop();
    }

    @Test
    void countsRepliesAndRemembersTheLastTen() {
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
        assertThat(client.get("/replies").statusCode()).isEqualTo(404);
        assertThat(client.get("/received").body()).isEqualTo("{\"received\":0,\"last\":[]}");
    }

    @Test
    void closesAConnectionThatFails() {
        EmbeddedChannel connection = new EmbeddedChannel(new ReceiverHandler());

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
            Receiver second = new Receiver(other.getLocalPort());

            PortTakenException taken = catchThrowableOfType(PortTakenException.class, second::start);
            FailureAnalysis analysis = new PortTakenFailureAnalyzer().analyze(new IllegalStateException(taken));

            assertThat(analysis.getDescription()).contains("port " + other.getLocalPort());
            assertThat(analysis.getAction()).contains("ussd.receiver.port", "ussd.receiver.enabled=false");
            assertThat(second.isRunning()).isFalse();
        }
    }

    @Test
    void saysWhyWhenItCannotListenForAnotherReason() {
        Receiver nowhere = new Receiver(65_536);

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
}
