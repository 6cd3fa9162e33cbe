package io.concor.sample.ussd;

import io.concor.sample.HostileRemoteContract;
import java.net.http.HttpResponse;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The server with an operator that is hostile. The HTTP client ends the posts to it. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "ussd.receiver.enabled=false",
            "ussd.replies.connections=" + HostileOperatorTest.CONNECTIONS,
            "ussd.replies.response-timeout=2s",
            "concor.presets.location=../presets",
            "concor.checks.leaks=fail",
            "logging.level.ussd.trans=off"
        })
class HostileOperatorTest extends HostileRemoteContract {

    HostileOperatorTest() {
        super("operator", "ussd.errors");
    }

    @DynamicPropertySource
    static void operator(DynamicPropertyRegistry properties) {
        properties.add("ussd.replies.url", () -> REMOTE.url() + "/replies");
    }

    @Override
    protected HttpResponse<String> forward(int port) {
        return new UssdClient(port).send("session", "*100#");
    }
}
