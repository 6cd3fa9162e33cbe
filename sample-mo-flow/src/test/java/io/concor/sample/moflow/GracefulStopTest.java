package io.concor.sample.moflow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

class GracefulStopTest {

    private static final int MESSAGES = 60;

    @BeforeEach
    void startAnew() {
        GatewayTest.APPLICATIONS.startAnew();
    }

    @Test
    void sendsEveryAcceptedMessageBeforeItStops() {
        try (ConfigurableApplicationContext context = run()) {
            Gateway gateway = new Gateway(context.getEnvironment().getRequiredProperty("local.server.port", int.class));
            for (int i = 0; i < MESSAGES; i++) {
                assertThat(gateway.send("2222", "vote " + i).statusCode()).isEqualTo(202);
            }
            assertThat(gateway.inFlight()).as("messages inside at the stop").isPositive();
        }

        assertThat(GatewayTest.APPLICATIONS.texts()).hasSize(MESSAGES).doesNotHaveDuplicates();
    }

    private static ConfigurableApplicationContext run() {
        return new SpringApplicationBuilder(MoFlowApplication.class)
                .run(
                        "--server.port=0",
                        "--mo-flow.receiver.enabled=false",
                        "--mo-flow.database-delay=200ms",
                        "--mo-flow.applications.base-url=" + GatewayTest.APPLICATIONS.url(),
                        "--logging.level.mo-flow.trans=off");
    }
}
