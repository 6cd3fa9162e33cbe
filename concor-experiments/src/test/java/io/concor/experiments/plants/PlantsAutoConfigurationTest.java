package io.concor.experiments.plants;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.concor.SimpleTask;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

class PlantsAutoConfigurationTest {

    /** Has a type of its own, as the tasks of the samples have. */
    private static final class Length implements SimpleTask<String, Integer> {

        @Override
        public Integer apply(String message) {
            return message.length();
        }
    }

    private static AnnotationConfigApplicationContext application(String profile, Map<String, Object> properties) {
        AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
        application.getEnvironment().setActiveProfiles(profile);
        application.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", properties));
        application.register(PlantsAutoConfiguration.class);
        application.registerBean("textLength", Length.class);
        return application;
    }

    private static Object applied(AnnotationConfigApplicationContext application) throws Throwable {
        application.refresh();
        @SuppressWarnings("unchecked")
        SimpleTask<String, Integer> task = application.getBean("textLength", SimpleTask.class);
        return task.apply("four");
    }

    @Test
    void plantsACauseInATask() {
        try (var application = application("plants", Map.of("plants.tasks.textLength.kind", "fail"))) {
            assertThatThrownBy(() -> applied(application)).hasMessage("planted");
        }
    }

    @Test
    void keepsTheWorkOfTheTask() throws Throwable {
        Map<String, Object> pause =
                Map.of("plants.tasks.textLength.kind", "pause", "plants.tasks.textLength.time", "1ms");
        try (var application = application("plants", pause)) {
            assertThat(applied(application)).isEqualTo(4);
        }
    }

    @Test
    void plantsNothingWithoutTheProfile() throws Throwable {
        try (var application = application("production", Map.of("plants.tasks.textLength.kind", "fail"))) {
            assertThat(applied(application)).isEqualTo(4);
        }
    }

    @Test
    void rejectsATaskThatDoesNotExist() {
        try (var application = application("plants", Map.of("plants.tasks.none.kind", "fail"))) {
            assertThatThrownBy(application::refresh)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("[none]");
        }
    }

    @Test
    void isFoundBySpringBoot() {
        assertThat(ImportCandidates.load(AutoConfiguration.class, getClass().getClassLoader()))
                .contains(PlantsAutoConfiguration.class.getName());
    }
}
