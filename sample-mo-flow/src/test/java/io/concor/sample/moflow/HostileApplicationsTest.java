package io.concor.sample.moflow;

import io.concor.sample.HostileRemoteContract;
import java.net.http.HttpResponse;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The gateway with applications that are hostile. The HTTP client ends requests to them. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "mo-flow.receiver.enabled=false",
            "mo-flow.database-delay=0ms",
            "mo-flow.applications.connections-per-host=" + HostileApplicationsTest.CONNECTIONS,
            "mo-flow.applications.response-timeout=2s",
            "concor.presets.location=../presets",
            "concor.checks.leaks=fail",
            "logging.level.mo-flow.trans=off"
        })
class HostileApplicationsTest extends HostileRemoteContract {

    HostileApplicationsTest() {
        super("applications", "mo.flow.errors");
    }

    @DynamicPropertySource
    static void applications(DynamicPropertyRegistry properties) {
        properties.add("mo-flow.applications.base-url", REMOTE::url);
    }

    @Override
    protected HttpResponse<String> forward(int port) {
        return new GatewayClient(port).send("1111", "news");
    }
}
