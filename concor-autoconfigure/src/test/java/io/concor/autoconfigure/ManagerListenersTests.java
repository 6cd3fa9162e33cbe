package io.concor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.JoinSettings;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.manage.ChangeListener;
import io.concor.manage.ChangeRequest;
import io.concor.manage.Manager;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Lazy;

/** Change listeners while the application stops. */
@ExtendWith(OutputCaptureExtension.class)
class ManagerListenersTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
            .withUserConfiguration(TestTasks.class)
            .withInitializer(new YamlInitializer("concor.flows.mo-flow.tasks: [ translator ]"));

    /** Runs after the flow has stopped. */
    private static void changeInVain(Manager manager) {
        assertThatExceptionOfType(ChangeNotPossibleException.class)
                .isThrownBy(() -> manager.change(ChangeRequest.put("mo-flow", "translator", JoinSettings.single())));
    }

    @Test
    void areNotCreatedAgainAfterClose(CapturedOutput output) {
        AtomicInteger made = new AtomicInteger();
        AtomicReference<Manager> manager = new AtomicReference<>();
        runner.withBean("listener", ChangeListener.class, () -> {
                    made.incrementAndGet();
                    return new ChangeListener() {};
                })
                .run(context -> manager.set(context.getBean(Manager.class)));

        changeInVain(manager.get());

        assertThat(made).hasValue(1);
        assertThat(output).doesNotContain("ERROR");
    }

    @Test
    void areIgnoredIfTheyCannotBeCreatedAnyLonger(CapturedOutput output) {
        runner.withUserConfiguration(Closing.class)
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(output).contains("a change of version 1 was refused").doesNotContain("ERROR");
    }

    static class Closing {

        @Bean
        Last last(Manager manager) {
            return new Last(manager);
        }

        @Bean
        @Lazy
        ChangeListener listener() {
            return new ChangeListener() {};
        }
    }

    private record Last(Manager manager) implements DisposableBean {

        @Override
        public void destroy() {
            changeInVain(manager);
        }
    }
}
