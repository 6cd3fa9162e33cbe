package io.concor.autoconfigure.endpoint;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.concor.JoinSettings;
import io.concor.layout.Layout;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.io.IOException;
import java.net.Socket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;

@SpringBootTest(
        classes = OrderFlow.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "management.endpoints.web.exposure.include=*",
            "management.endpoints.access.default=unrestricted"
        })
class ManagementPortTests {

    @LocalManagementPort
    private int port;

    @Autowired
    private Manager manager;

    @Test
    void reportsAnUnreadableBodyOnTheManagementPort() {
        Http.Answer answer = new Http(port).post("concorslots/orders/resolver", "[1]");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("body");
    }

    @Test
    void refusesAnotherFlowInTheBodyThanInThePathOnTheManagementPort() {
        Http.Answer answer = new Http(port).post("concorslots/orders/resolver", "{\"flow\":\"payments\"}");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.field("field")).isEqualTo("flow");
    }

    @Test
    void doesNotWaitForTheRestOfABodyThatItRefuses() throws IOException {
        assertThat(untilTheServerCloses()).startsWith("HTTP/1.1 415 ");
    }

    /** Sends a part of a body, never the rest, and reads until the server closes the connection. */
    private String untilTheServerCloses() throws IOException {
        try (Socket socket = new Socket("localhost", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream()
                    .write(("POST /actuator/concorslots/orders/resolver HTTP/1.1\r\nHost: localhost\r\n"
                                    + "Content-Type: multipart/mixed\r\nContent-Length: 1000\r\n\r\nx")
                            .getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "application/x-www-form-urlencoded, dryRun=true",
        "application/json, [true]",
        "text/plain, dryRun",
        "'', dryRun=true"
    })
    void refusesADeleteWithADryRunInTheBody(String type, String body) {
        manager.change(ChangeRequest.put("orders", "logger", JoinSettings.single()));
        Layout before = manager.flow("orders").layout();

        String answer = RawHttp.exchange(
                port,
                "DELETE /actuator/concorslots/orders/logger HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + (type.isEmpty() ? "" : "Content-Type: " + type + "\r\n")
                        + "Content-Length: " + body.length() + "\r\n\r\n" + body);

        assertThat(answer).startsWith("HTTP/1.1 400 ").contains("\"field\":\"body\"");
        assertThat(manager.flow("orders").layout()).isEqualTo(before);
    }
}
