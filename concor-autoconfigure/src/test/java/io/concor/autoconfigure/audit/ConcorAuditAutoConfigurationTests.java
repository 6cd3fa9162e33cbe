package io.concor.autoconfigure.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Flow;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.manage.ChangeOrigin;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.listener.AuditApplicationEvent;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationListener;

class ConcorAuditAutoConfigurationTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(ConcorAutoConfiguration.class, ConcorAuditAutoConfiguration.class));

    @Test
    void appliesChanges() {
        runner.run(context -> assertThat(context).hasSingleBean(AuditingChangeListener.class));
    }

    @Test
    void returnsAllSettingsOfASlot() {
        List<AuditEvent> events = new ArrayList<>();
        runner.withBean("orders", Flow.class, () -> Flows.<String>create("orders")
                        .map((String order) -> order, "parser")
                        .build())
                .withInitializer(context -> context.addApplicationListener(new Heard(events)))
                .run(context -> {
                    JoinSettings wanted = JoinSettings.cached(4).keepAlive(Duration.ofSeconds(90));
                    context.getBean(Manager.class).change(ChangeRequest.put("orders", "parser", wanted));
                    assertThat(events).singleElement().satisfies(event -> assertThat(event.getData())
                            .containsEntry("action", "change")
                            .containsKeys("number", "oldVersion", "version", "source", "handedOver", "tookMicros"));
                    assertThat(events).singleElement().satisfies(event -> assertThat(
                                    event.getData().get("slots"))
                            .isEqualTo(List.of(Map.of(
                                    "slot", "parser",
                                    "oldSettings", Map.of("pool", "none"),
                                    "newSettings",
                                            Map.of(
                                                    "pool", "cached",
                                                    "threads", 4,
                                                    "capacity", 1024,
                                                    "wait", "blocking",
                                                    "queue", "memory",
                                                    "keepAlive", "90s")))));
                });
    }

    @Test
    void namesTheUserWhoseTrialEnds() {
        List<AuditEvent> events = new CopyOnWriteArrayList<>();
        runner.withBean("orders", Flow.class, () -> Flows.<String>create("orders")
                        .map((String order) -> order, "parser")
                        .build())
                .withInitializer(context -> context.addApplicationListener(new Heard(events)))
                .run(context -> {
                    context.getBean(Manager.class)
                            .change(ChangeRequest.put("orders", "parser", JoinSettings.single())
                                    .by(ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann"))
                                    .revertAfter(Duration.ofSeconds(1)));
                    await("the end of the trial").until(() -> events.size() == 2);
                    assertThat(events.get(1))
                            .returns("ann", AuditEvent::getPrincipal)
                            .satisfies(event -> assertThat(event.getData()).containsEntry("source", "revert"));
                });
    }

    private record Heard(List<AuditEvent> events) implements ApplicationListener<AuditApplicationEvent> {

        @Override
        public void onApplicationEvent(AuditApplicationEvent heard) {
            events.add(heard.getAuditEvent());
        }
    }

    @Test
    void backsOffWithoutActuator() {
        runner.withClassLoader(new FilteredClassLoader(AuditEvent.class))
                .run(context -> assertThat(context).doesNotHaveBean(AuditingChangeListener.class));
    }
}
