package io.concor.experiments.twin;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.CatchTask;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.SideEffectTask;
import io.concor.SimpleTask;
import io.concor.SingleThreadedTask;
import io.concor.TransitionTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

class TwinAutoConfigurationTest {

    private static AnnotationConfigApplicationContext application(String profile) {
        AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
        application.getEnvironment().setActiveProfiles(profile);
        application
                .getEnvironment()
                .getPropertySources()
                .addFirst(new MapPropertySource("test", Map.of("concor.flows.ussd.max-in-flight", "8")));
        application.register(TwinAutoConfiguration.class);
        application.setAllowBeanDefinitionOverriding(false); // as Spring Boot does
        application.registerBeanDefinition("ussd", new RootBeanDefinition(Flow.class, () -> Flows.<String>create("ussd")
                .map(message -> message, "echo")
                .build()));
        for (String task : new String[] {"inTranslator", "menuStructureResolver", "menuResolver"}) {
            application.registerBean(task, SimpleTask.class, () -> message -> message);
        }
        application.registerBean("ussdSessionManager", SingleThreadedTask.class, () -> message -> message);
        application.registerBean("replySender", TransitionTask.class, () -> (message, continuation) -> {});
        application.registerBean("replyLogger", SideEffectTask.class, () -> message -> {});
        application.registerBean("errorLogger", CatchTask.class, () -> error -> "");
        application.refresh();
        return application;
    }

    @Test
    void replacesTheFlowOfTheSample() {
        try (var application = application("plain")) {
            assertThat(application.getBean(Flow.class)).isInstanceOf(UssdTwin.class);
        }
    }

    @Test
    void replacesNothingWithoutTheProfile() {
        try (var application = application("production")) {
            assertThat(application.getBean(Flow.class)).isNotInstanceOf(TwinFlow.class);
        }
    }

    @ParameterizedTest
    @CsvSource({"mo-flow," + MoFlowTwin.DATABASE_THREADS, "money-tracker," + MoneyTrackerTwin.BOOKING_THREADS})
    void hasTheThreadsOfThePreset(String flow, int threads) throws IOException {
        assertThat(Files.readString(Path.of("../presets", flow, "production.yml")))
                .containsOnlyOnce("pool: fixed\n          threads: " + threads);
    }

    @Test
    void isFoundBySpringBoot() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(TwinAutoConfiguration.class.getName());
    }
}
