package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.autoconfigure.watch.FailingFlows;
import io.concor.diagnosis.Diagnosis;
import io.concor.diagnosis.verdict.Verdict.Failure;
import io.concor.diagnosis.verdict.Verdict.State;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.event.EventListener;

/** The alarm of a flow whose remote system refuses connections. */
@SpringBootTest(classes = FailingFlowAlarmTests.Orders.class, properties = "concor.diagnosis.failing.events=20")
@ExtendWith(OutputCaptureExtension.class)
class FailingFlowAlarmTests {

    @Autowired
    private Flow<String, String> orders;

    @Autowired
    private Diagnosis diagnosis;

    @Autowired
    private FailingFlows failing;

    @Autowired
    private Heard heard;

    @SpringBootConfiguration
    @EnableAutoConfiguration
    static class Orders {

        @Bean
        Flow<String, String> orders() {
            return Flows.<String>create("orders")
                    .mapSynchronizedRemote(Orders::refuse, "stock")
                    .build();
        }

        private static String refuse(String order) throws ConnectException {
            throw new ConnectException(order);
        }

        @Bean
        Heard heard() {
            return new Heard();
        }
    }

    static class Heard {

        private final List<FlowFailingEvent> alarms = new CopyOnWriteArrayList<>();

        @EventListener
        void failing(FlowFailingEvent alarm) {
            alarms.add(alarm);
        }
    }

    @Test
    void isRaisedWithTheComponentAndTheErrorForVerdictHealthLogAndListeners(CapturedOutput output) {
        await("the alarm")
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    orders.submit("order");
                    return !heard.alarms.isEmpty();
                });

        assertThat(diagnosis.verdict("orders").state()).isEqualTo(State.FAILING);
        assertThat(heard.alarms).singleElement().satisfies(alarm -> assertThat(
                        alarm.verdict().failure())
                .returns("stock", Failure::component)
                .returns("ConnectException", Failure::error));
        assertThat(failing.failure("orders"))
                .hasValueSatisfying(summary -> assertThat(summary).contains("'stock'", "ConnectException"));
        assertThat(output).contains("Flow 'orders' is failing: 100 % of the events fail, most at 'stock'");
    }
}
