package io.concor.sample.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(120)
class TrialBrokerTest {

    /** Returns a port that is free, as the one after it. Both are below those that the system gives to outgoing connections. */
    private static int freePort() {
        while (true) {
            int port = ThreadLocalRandom.current().nextInt(10_000, 30_000);
            if (isFree(port) && isFree(port + 1)) {
                return port;
            }
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
            return socket.isBound();
        } catch (IOException taken) {
            return false;
        }
    }

    @Test
    void servesUntilItIsClosedAndLeavesNoData() throws Exception {
        TrialBroker broker = TrialBroker.start(freePort());
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            admin.createTopics(Set.of(new NewTopic("trial", 2, (short) 1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);

            assertThat(admin.listTopics().names().get(30, TimeUnit.SECONDS)).contains("trial");
            assertThat(broker.folder()).isNotEmptyDirectory();
        } finally {
            broker.close();
        }
        assertThat(broker.folder()).doesNotExist();
    }

    @Test
    void namesThePortThatAnotherProcessHas() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            int port = taken.getLocalPort();

            assertThatIllegalStateException()
                    .isThrownBy(() -> TrialBroker.start(port))
                    .withMessage("Another process has port " + port + ": end it, or name another port for the broker");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 65_535})
    void refusesAPortThatDoesNotExist(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TrialBroker.start(port))
                .withMessage("The port is " + port + ": must be 1 to 65534");
    }
}
