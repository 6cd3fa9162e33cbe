package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

class ResponseTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "'HTTP/1.1 103 Early Hints\n\nHTTP/1.1 500 Broken\nConnection: close\nContent-Length: 0\n\n', status 500",
        "'HTTP/1.1 100 Continue\n\n', connection closed",
        "'HTTP/1.1 200 Fine\nContent-Length: 10\n\nhalf', connection closed",
        "'220 mail.example ESMTP\n\n', unreadable answer",
        "'HTTP/1.1 200 Fine\nTransfer-Encoding: chunked\n\nno number\n', unreadable answer"
    })
    void acceptsOnlyACompleteFinalResponse(String response, String failure) throws IOException {
        try (RawServer server = new RawServer(response.replace("\n", "\r\n"))) {
            SimulatorRun run =
                    SimulatorRun.run(folder, "constant", server.url(), "--rate=5", "--for=1s", "--connections=1");
            JsonNode account = run.result().get("account");
            assertThat(account.get("totals").get("completed").asInt()).isZero();
            assertThat(List.copyOf(account.get("failures").propertyNames())).containsExactly(failure);
        }
    }

    @Test
    void sendsWaitingRequestsOnNewConnectionsIfAResponseEndsWithItsConnection() throws IOException {
        try (RawServer server = new RawServer("HTTP/1.1 200 Fine\r\n\r\nall that there is")) {
            SimulatorRun run = SimulatorRun.run(
                    folder,
                    "constant",
                    server.url(),
                    "--rate=1000",
                    "--for=1s",
                    "--connections=1",
                    "--timeout=60s",
                    "--drain=60s");
            JsonNode account = run.result().get("account");
            assertThat(account.get("totals").get("completed").asInt()).isEqualTo(1000);
            assertThat(account.get("failures").isEmpty()).isTrue();
        }
    }
}
