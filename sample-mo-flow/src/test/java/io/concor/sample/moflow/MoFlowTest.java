package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.leak.LeakCheck;
import io.concor.leak.Leaks;
import io.concor.manage.Manager;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The gateway with its defaults and with applications that the test controls. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "mo-flow.receiver.enabled=false",
            "mo-flow.database-delay=0ms",
            "mo-flow.applications.response-timeout=20s",
            "mo-flow.max-in-flight=" + MoFlowTest.MAX_IN_FLIGHT,
            "concor.presets.location=../presets",
            "concor.checks.leaks=fail",
            "logging.level.mo-flow.trans=off"
        })
abstract class MoFlowTest {

    static final int MAX_IN_FLIGHT = 256;
    static final StubApplications APPLICATIONS = new StubApplications();

    GatewayClient gateway = new GatewayClient(0);

    @DynamicPropertySource
    static void applications(DynamicPropertyRegistry properties) {
        properties.add("mo-flow.applications.base-url", APPLICATIONS::url);
    }

    @BeforeEach
    void startAnew(@LocalServerPort int port) {
        gateway = new GatewayClient(port);
        APPLICATIONS.reset();
    }

    @AfterEach
    void everyMessageEndsAndNoReferenceLeaks(@Autowired Manager manager) {
        APPLICATIONS.releaseAnswers();
        await("the end of every message").until(() -> gateway.inFlight() == 0);
        assertThat(manager.summaries()).allSatisfy(flow -> assertThat(
                        Leaks.of(manager.flow(flow.name()).messageCheck()))
                .isEqualTo(new Leaks(LeakCheck.FAIL, List.of())));
    }
}
