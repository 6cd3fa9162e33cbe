package io.concor.autoconfigure.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.TransitionTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.preset.ConcorPresetStoreAutoConfiguration;
import io.concor.autoconfigure.web.ConcorWebErrorsAutoConfiguration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.CompileWithForkedClassLoader;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.request.MockMvcRequestBuilders;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** A servlet application that is processed ahead of time responds to errors of flows. */
@CompileWithForkedClassLoader
@Tag("full")
class WebErrorsAheadOfTimeTests {

    /** The stop waits for the event in flow "full" until it times out. */
    private static final String FLOW = """
            concor:
              flows:
                full:
                  max-in-flight: 1
                  timeout: 3s
                  tasks: [never]
                late:
                  timeout: 20ms
                  tasks: [never]
            """;

    static final class Never implements TransitionTask<String, String> {

        @Override
        public void apply(String name, Continuation<String> never) {}
    }

    @EnableWebMvc
    @Configuration(proxyBeanMethods = false)
    static class Application {

        @Bean
        Never never() {
            return new Never();
        }

        @Bean
        Controller controller(Flow<String, String> full, Flow<String, String> late) {
            return new Controller(full, late);
        }
    }

    @RestController
    static class Controller {

        private final Flow<String, String> full;
        private final Flow<String, String> late;

        Controller(Flow<String, String> full, Flow<String, String> late) {
            this.full = full;
            this.late = late;
        }

        @GetMapping("/full")
        String full() {
            full.trySubmit("World");
            return full.trySubmit("World").join();
        }

        @GetMapping("/late")
        String late() {
            return late.submit("World").join();
        }
    }

    private static ProcessedApplication application() {
        return ProcessedApplication.servlet(
                FLOW,
                Application.class,
                ConcorPresetStoreAutoConfiguration.class,
                ConcorAutoConfiguration.class,
                ConcorWebErrorsAutoConfiguration.class);
    }

    private static MockHttpServletResponse get(GenericApplicationContext context, String path) throws Exception {
        MockMvc mvc = MockMvcBuilders.webAppContextSetup((WebApplicationContext) context)
                .build();
        return mvc.perform(MockMvcRequestBuilders.get(path)).andReturn().getResponse();
    }

    @Test
    void respondsToErrorsOfFlowsWithProblemDetails() {
        application().run(FLOW, context -> {
            MockHttpServletResponse refused = get(context, "/full");
            assertThat(refused.getStatus()).isEqualTo(503);
            assertThat(refused.getContentType()).isEqualTo("application/problem+json");
            assertThat(refused.getHeader("Retry-After")).isEqualTo("1");

            MockHttpServletResponse late = get(context, "/late");
            assertThat(late.getStatus()).isEqualTo(504);
            assertThat(late.getContentAsString()).contains("The request was not completed within the time allowed.");
        });
    }

    @Test
    void registersTheHandlersOfErrorsForANativeImage() {
        assertThat(List.of("refused", "stopped", "timedOut")).allSatisfy(handler -> assertThat(
                        reflection().onMethodInvocation("io.concor.autoconfigure.web.FlowErrorAdvice", handler))
                .accepts(application().hints()));
    }

    @Test
    void refusesAnotherDecisionAboutErrorsThanThatOfTheBuild() {
        assertThatThrownBy(() -> application().run(FLOW + "  web.errors.enabled: false\n", context -> {}))
                .isInstanceOf(BuildTimeConditionException.class)
                .hasMessageContaining("Property 'concor.web.errors.enabled' is 'false', but was 'true'");
    }
}
