package io.concor.queueserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.sample.StartTest;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.system.CapturedOutput;

class RefusedStartTest extends StartTest {

    private static final String FILE = "--concor.queues.location=target/refused-start.db";

    RefusedStartTest() {
        super(QueueServerApplication.class);
    }

    @Test
    void requiresClients(CapturedOutput output) {
        assertThatThrownBy(() -> start("production", FILE)).isNotNull();

        assertThat(output).contains("APPLICATION FAILED TO START", "concor.queue-server.users is empty");
    }

    @Test
    void requiresPasswordsThatCannotBeGuessed(CapturedOutput output) {
        assertThatThrownBy(() -> start("production", FILE, "--concor.queue-server.users.alice=short"))
                .isNotNull();

        assertThat(output)
                .contains("concor.queue-server.users.alice", "12 to 200")
                .doesNotContain("short ");
    }

    @Test
    void requiresOneRoleForEachName(CapturedOutput output) {
        assertThatThrownBy(() -> start("tour", "--concor.queue-server.operators.alice=another password"))
                .isNotNull();

        assertThat(output).contains("'alice' is both in");
    }

    @Test
    void refusesSettingsOutOfBounds(CapturedOutput output) {
        assertThatThrownBy(() -> start("tour", "--concor.queue-server.max-length=0"))
                .isNotNull();

        assertThat(output).contains("max-length");
    }

    @Test
    void refusesABoundOfConnectionsThatLeavesNoneToRequests(CapturedOutput output) {
        assertThatThrownBy(() -> start("tour", "--concor.queue-server.max-connections=2"))
                .isNotNull();

        assertThat(output).contains("max-connections", "3 to 10000");
    }
}
