package io.concor.autoconfigure.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.SynchronizedRemoteTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.autopilot.Autopilot;
import io.concor.diagnosis.autopilot.AutopilotMode;
import io.concor.diagnosis.autopilot.AutopilotSettings;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ExtendWith(OutputCaptureExtension.class)
class ConfiguredAutopilotsTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ConcorAutoConfiguration.class, ConcorDiagnosisAutoConfiguration.class))
            .withUserConfiguration(Orders.class);

    @Configuration(proxyBeanMethods = false)
    static class Orders {

        private static final long MILLIS = 20;

        /** One thread handles 50 events per second. */
        private final SynchronizedRemoteTask<String, String> remote = order -> {
            LockSupport.parkNanos(MILLIS * 1_000_000);
            return order;
        };

        @Bean
        Flow<String, String> orders() {
            return Flows.<String>create("orders")
                    .maxInFlight(64)
                    .join(JoinSettings.fixed(1))
                    .mapSynchronizedRemote(remote, "remote")
                    .build();
        }
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "-",
            value = {
                "-, -, -, ADVISE",
                "production, -, -, ADVISE",
                "dynamic, -, -, AUTO",
                "dynamic, advise, -, ADVISE",
                "dynamic, -, off, OFF",
                "-, auto, -, AUTO",
                "-, off, auto, AUTO",
                "production, auto, advise, ADVISE"
            })
    void takeTheMostSpecificMode(String mode, String ofAll, String ofFlow, AutopilotMode expected) {
        runner.withPropertyValues(
                        property("concor.mode", mode),
                        property("concor.autopilot.mode", ofAll),
                        property("concor.flows.orders.autopilot.mode", ofFlow))
                .run(context -> assertThat(context.getBean(Autopilot.class)
                                .status("orders")
                                .settings()
                                .mode())
                        .isEqualTo(expected));
    }

    private static String property(String name, String value) {
        return value == null ? "unrelated=true" : name + "=" + value;
    }

    @Test
    void takeTheGoalAndThePause() {
        runner.withPropertyValues("concor.flows.orders.autopilot.p99=50ms", "concor.autopilot.pause=1m")
                .run(context -> assertThat(context.getBean(Autopilot.class)
                                .status("orders")
                                .settings())
                        .returns(new Goal(OptionalDouble.of(50_000), OptionalDouble.empty()), AutopilotSettings::goal)
                        .returns(Duration.ofMinutes(1), AutopilotSettings::pause));
    }

    @ParameterizedTest
    @CsvSource({
        "concor.autopilot.mode, on, Autonomy",
        "concor.autopilot.pause, -1s, 0s to 1d",
        "concor.autopilot.pause, 2d, 0s to 1d",
        "concor.flows.orders.autopilot.mode, on, Autonomy"
    })
    void areRefusedOutOfBounds(String name, String value, String message) {
        runner.withPropertyValues(name + "=" + value)
                .run(context -> assertThat(context).hasFailed().getFailure().hasStackTraceContaining(message));
    }

    @Test
    void haveNoEffectInDynamicModeWithoutADiagnosis(CapturedOutput output) {
        runner.withPropertyValues("concor.mode=dynamic", "concor.diagnosis.enabled=false")
                .run(context -> assertThat(output)
                        .contains("Flow 'orders' started in dynamic mode")
                        .contains("No autopilot changes layouts, although concor.mode is dynamic"));
    }

    @Test
    @Timeout(120)
    @Tag("full")
    void changeTheLayoutInDynamicMode(CapturedOutput output) {
        runner.withPropertyValues("concor.mode=dynamic").run(context -> {
            Thread load = new Thread(() -> send(context.getBean("orders", Flow.class)), "load");
            load.start();
            Manager manager = context.getBean(Manager.class);
            try {
                await("a change by the autopilot")
                        .atMost(Duration.ofSeconds(90))
                        .until(() -> manager.flow("orders").history(10).stream()
                                .anyMatch(change -> change.origin().source().equals(Autopilot.SOURCE)));
                assertThat(manager.flow("orders").slot("remote").settings().threads())
                        .isGreaterThan(1);
                assertThat(manager.flow("orders").topology().trial()).isNotNull();
            } finally {
                load.interrupt();
                load.join();
            }
            assertThat(output).doesNotContain("has no active preset", "No autopilot changes layouts");
        });
    }

    @SuppressWarnings("unchecked")
    private static void send(Flow<?, ?> orders) {
        while (!Thread.currentThread().isInterrupted()) {
            ((Flow<String, String>) orders).tryApply("order");
            LockSupport.parkNanos(8_000_000);
        }
    }
}
