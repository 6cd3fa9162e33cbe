package io.concor.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.SimpleTask;
import io.concor.Task;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.YamlInitializer;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;

/** Several flows of the same types, which are injected by their names. */
class FlowsOfSameTypesTests {

    private static final String FLOWS = """
            concor.flows:
              greetings: { tasks: [ greeter ] }
              weather: { tasks: [ greeter ] }
              prices: { tasks: [ greeter, %s ] }
            """;

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
            .withUserConfiguration(Tasks.class);

    record Caller(Flow<String, String> flow) {}

    static class Tasks {

        @Bean
        SimpleTask<String, String> greeter() {
            return name -> "Hello, " + name;
        }

        @Bean
        SimpleTask<String, String> priceLookup() {
            return article -> "17";
        }

        @Bean
        SimpleTask<Integer, String> numbers() {
            return String::valueOf;
        }

        @Bean
        Task untyped() {
            return priceLookup();
        }

        @Bean
        String text() {
            return "no task";
        }

        @Bean
        StringBuilder counter() {
            return new StringBuilder();
        }

        @Bean
        Base hidden() {
            return new Derived();
        }
    }

    static class Base {}

    static class Derived extends Base implements SimpleTask<String, String> {
        @Override
        public String apply(String text) {
            return text;
        }
    }

    static class Prices {

        @Bean
        Caller priceCaller(Flow<String, String> prices) {
            return new Caller(prices);
        }
    }

    static class Misnamed {

        @Bean
        Caller caller(Flow<String, String> weathers) {
            return new Caller(weathers);
        }
    }

    static class Misqualified {

        @Bean
        Caller caller(@Qualifier("weathers") Flow<String, String> any) {
            return new Caller(any);
        }
    }

    record Counter(Flow<String, Integer> flow) {}

    static class OfOtherTypes {

        @Bean
        Counter callerOfPrices(Flow<String, Integer> prices) {
            return new Counter(prices);
        }
    }

    private FailureAnalysis analysis(Class<?> caller, String secondTask) {
        return StartupFailure.analysis(started(caller, secondTask));
    }

    private ApplicationContextRunner started(Class<?> caller, String secondTask) {
        return runner.withUserConfiguration(caller).withInitializer(new YamlInitializer(FLOWS.formatted(secondTask)));
    }

    @ParameterizedTest
    @CsvSource({
        "priceLokup, there is no bean named 'priceLokup' (did you mean 'priceLookup'?)",
        "text, the bean is not a task",
        "counter, the bean is not a task",
        "weather, the bean is not a task",
        "numbers, its task takes java.lang.Integer",
        "'''''', the component has neither a name nor a task"
    })
    void reportsWhyAFlowCannotBeCreated(String task, String problem) {
        FailureAnalysis analysis = analysis(Prices.class, task);

        assertThat(analysis.getDescription())
                .startsWith("Flow 'prices'")
                .contains(problem, "Property: concor.flows.prices.tasks[1]");
    }

    @Test
    void reportsAFlowWithoutTasks() {
        FailureAnalysis analysis = StartupFailure.analysis(
                runner.withUserConfiguration(Prices.class).withInitializer(new YamlInitializer("""
                        concor.flows:
                          greetings: { tasks: [ greeter ] }
                          weather: { tasks: [ greeter ] }
                          prices: { timeout: 3s }
                        """)));

        assertThat(analysis.getDescription()).startsWith("Flow 'prices': ").contains("no component");
    }

    @Test
    void reportsWhyAFlowCannotBeCreatedEvenIfBeansAreLazy() {
        FailureAnalysis analysis = StartupFailure.analysis(started(Prices.class, "priceLokup")
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor())));

        assertThat(analysis.getDescription()).startsWith("Flow 'prices'").contains("'priceLookup'");
    }

    @Test
    void createsNoBeanBeforeThePostProcessorsOfBeans() {
        AtomicInteger created = new AtomicInteger();
        StartupFailure.analysis(started(Prices.class, "priceLokup")
                .withBean("observed", SimpleTask.class, () -> {
                    created.incrementAndGet();
                    return text -> text;
                })
                .withPropertyValues("concor.flows.observing.tasks=observed"));

        assertThat(created).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({"Misnamed, 'but there are 3, and none has the name'", "Misqualified, 'named'"})
    void suggestsTheSimilarNameOfAnExistingFlow(String caller, String problem) {
        FailureAnalysis analysis =
                analysis(caller.equals("Misnamed") ? Misnamed.class : Misqualified.class, "priceLookup");

        assertThat(analysis.getDescription())
                .contains("io.concor.Flow<java.lang.String, java.lang.String>", problem)
                .contains("'weathers' (did you mean 'weather'?)")
                .contains("- 'greetings': ", "- 'weather': ", "- 'prices': ");
        assertThat(analysis.getAction())
                .contains("of the parameter or field", "@Qualifier")
                .doesNotContain("-parameters");
    }

    @Test
    void reportsTheTypesOfTheFlowWithTheName() {
        assertThat(analysis(OfOtherTypes.class, "priceLookup").getDescription())
                .contains(
                        "io.concor.Flow<java.lang.String, java.lang.Integer> named 'prices' ('prices' exists, but is a io.concor.Flow<java.lang.String, java.lang.String>)")
                .doesNotContain("did you mean");
    }

    @Test
    void reportsTasksThatDoNotFitRatherThanTheFlowThatIsMissingForThat() {
        assertThat(analysis(Prices.class, "greeter,numbers").getDescription())
                .contains(
                        "its task takes java.lang.Integer, but the previous component 'greeter' returns java.lang.String");
    }

    @Test
    void reportsWhyTheTypesOfTheFlowWithTheNameAreUnknown() {
        FailureAnalysis analysis = analysis(Prices.class, "hidden");

        assertThat(analysis.getDescription())
                .contains("- 'prices': ", "its types are unknown: bean 'hidden' is declared as")
                .contains("$Base", "declare the types");
    }

    @Test
    void acceptsATaskThatADeclaredSuperclassHides() {
        runner.withInitializer(new YamlInitializer("concor.flows.prices: { tasks: [ greeter, hidden, untyped ] }"))
                .run(context -> assertThat(context)
                        .hasNotFailed()
                        .getBean("prices", Flow.class)
                        .isNotNull());
    }
}
