package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.stream.IntStream;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

/** What the gateway does on each database for which it has a profile. */
abstract class MoFlowDatabaseTest extends MoFlowTest {

    private static final int SILENT_MILLIS = 10_000;

    abstract String product();

    @Test
    void sendsMessagesToTheEndpointsInTheDatabase(@Autowired DataSource database) throws Exception {
        IntStream.range(0, 20).forEach(i -> gateway.send("2222", "vote " + i));

        await("20 messages sent").until(() -> APPLICATIONS.count() == 20);
        assertThat(APPLICATIONS.received())
                .extracting(StubApplications.ReceivedMessage::path)
                .containsOnly("/votes/1", "/votes/2");
        try (var connection = database.getConnection()) {
            assertThat(connection.getMetaData().getDatabaseProductName()).isEqualTo(product());
        }
    }

    @Test
    void waitsNoLongerForADatabaseThatIsSilentThanIsConfigured(@Autowired DataSource database) throws Exception {
        try (var connection = database.getConnection()) {
            assertThat(connection.getNetworkTimeout()).isEqualTo(SILENT_MILLIS);
        }
    }
}
