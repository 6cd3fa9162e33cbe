package io.concor.autoconfigure.diagnostics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.concor.InvalidSettingException;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.JavaFlows;
import io.concor.autoconfigure.StartupFailure;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.YamlInitializer;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.mock.env.MockEnvironment;

class StartupFailureAnalysisTests {

    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(ConcorAutoConfiguration.class))
            .withUserConfiguration(TestTasks.class);

    private FailureAnalysis analysis(Class<?> flows, String yaml) {
        return StartupFailure.analysis(runner.withUserConfiguration(flows).withInitializer(new YamlInitializer(yaml)));
    }

    @Test
    void reportsAConfiguredFlowWhoseNameIsThatOfAFlowBeanBuiltInJava() {
        FailureAnalysis analysis =
                analysis(JavaFlows.OfTheSameBeanName.class, "concor.flows.mo-flow.tasks: [ translator ]");
        assertThat(analysis.getDescription()).contains("Flow 'mo-flow'", "already exists", "OfTheSameBeanName");
        assertThat(analysis.getAction()).contains("either in the configuration or in Java");
    }

    @Test
    void reportsTwoFlowsOfOneNameEvenIfTheirBeansDiffer() {
        FailureAnalysis analysis =
                analysis(JavaFlows.OfTheSameName.class, "concor.flows.mo-flow.tasks: [ translator ]");
        assertThat(analysis.getDescription()).contains("Flow 'mo-flow'", "bean 'mo", "of this name already");
        assertThat(analysis.getAction()).contains("its own name");
    }

    @Test
    void reportsASingleThreadedTaskSharedWithAFlowBuiltInJava() {
        FailureAnalysis analysis =
                analysis(JavaFlows.SharingSessions.class, "concor.flows.mo-flow.tasks: [ moSessionManager ]");
        assertThat(analysis.getDescription()).contains("flow 'sharing'", "component 'moSessionManager'", "'mo-flow'");
        assertThat(analysis.getAction()).contains("an object of its own");
    }

    @Test
    void reportsWhichRuleAFlowBuiltInJavaBreaks() {
        FailureAnalysis analysis = analysis(JavaFlows.WithABrokenRule.class, "");
        assertThat(analysis.getDescription())
                .contains("Flow 'broken-flow', component 'sessions', bean 'broken'", "3 threads of a fixed pool");
        assertThat(analysis.getAction()).contains("single (or another pool with 1 thread) in slot 'sessions'");
    }

    @Test
    void reportsWhichSettingOfAFlowBuiltInJavaIsOutOfItsBounds() {
        FailureAnalysis analysis = analysis(JavaFlows.WithAWrongSetting.class, "");
        assertThat(analysis.getDescription()).contains("Bean 'unbounded'", "'max-in-flight'", "-3");
        assertThat(analysis.getAction()).contains("1 to 1048576");
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void reportsThatVirtualThreadsNeedAnotherJava() {
        FailureAnalysis analysis = analysis(
                JavaFlows.Right.class,
                "concor.flows.mo-flow.tasks: [ { task: endpointResolver, slot: { pool: virtual } } ]");
        assertThat(analysis.getDescription())
                .contains("component 'endpointResolver', bean 'endpointResolver'", "need Java 21", "this is Java");
        assertThat(analysis.getAction()).contains("fixed or cached in slot");
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void acceptsVirtualThreadsIfJavaHasThem() {
        runner.withInitializer(new YamlInitializer(
                        "concor.flows.mo-flow.tasks: [ { task: endpointResolver, slot: { pool: virtual } } ]"))
                .run(context -> assertThat(context).hasNotFailed());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"[ nowhere ]", "[ noTask ]", "[ translator, nowhere ]", "[ messageSender, moSessionManager ]"})
    void reportsWhyAFlowCannotBeCreatedEvenIfItIsInjected(String tasks) {
        FailureAnalysis analysis = analysis(JavaFlows.Sending.class, "concor.flows.mo-flow.tasks: " + tasks);
        assertThat(analysis.getDescription()).startsWith("Flow 'mo-flow', component '");
    }

    @ParameterizedTest
    @ValueSource(classes = {JavaFlows.SendingBeforeItsFlow.class, JavaFlows.SendingAfterItsFlow.class})
    void reportsABeanThatIsNotATaskRatherThanTheCycle(Class<?> flows) {
        FailureAnalysis analysis = analysis(flows, "concor.flows.mo-flow.tasks: [ translator, sender ]");
        assertThat(analysis.getDescription())
                .startsWith("Flow 'mo-flow', component 'sender', bean 'sender': the bean is not a task")
                .contains("JavaFlows$Sender", "concor.flows.mo-flow.tasks[1]");
    }

    @ParameterizedTest
    @ValueSource(classes = {JavaFlows.SendingFromATask.class, JavaFlows.Sending.class})
    void leavesCyclesOfPossibleTasksToBoot(Class<?> flows) {
        FailureAnalysis analysis = analysis(flows, "concor.flows.mo-flow.tasks: [ translator, sender ]");
        assertThat(analysis.getDescription()).contains("form a cycle", "sender", "mo-flow");
    }

    @Test
    void reportsTheExistingFlowsIfOneOfOtherTypesIsInjected() {
        FailureAnalysis analysis = analysis(
                JavaFlows.SendingBesideAnother.class, "concor.flows.mo-flow.tasks: [ translator, moSessionManager ]");
        assertThat(analysis.getDescription())
                .contains("SendingBesideAnother", "does not exist: io.concor.Flow<java.lang.String, java.lang.Integer>")
                .contains("'mo-flow': io.concor.Flow<java.lang.String, io.concor.autoconfigure.TestTasks$Message>")
                .contains("'echo': io.concor.Flow<java.lang.String, java.lang.String>");
        assertThat(analysis.getAction()).contains("Inject one of the existing flows", "concor.flows");
    }

    @Test
    void reportsThatThereAreNoFlowsToInject() {
        FailureAnalysis analysis = analysis(JavaFlows.Sending.class, "");
        assertThat(analysis.getDescription())
                .containsPattern("flow that does not exist: io.concor.Flow<.*\\R\\R.*\\R\\R    none");
    }

    @Test
    void ignoresMissingBeansOfOtherTypes() {
        MissingFlowFailureAnalyzer analyzer = new MissingFlowFailureAnalyzer(new DefaultListableBeanFactory());
        assertThat(analyzer.analyze(new NoSuchBeanDefinitionException(String.class)))
                .isNull();
        assertThat(analyzer.analyze(new NoSuchBeanDefinitionException("mo-flow")))
                .isNull();
        assertThat(analyzer.analyze(new NoUniqueBeanDefinitionException(String.class, "one", "two")))
                .isNull();
    }

    @ParameterizedTest
    @CsvSource({
        "mode, testing, 'tuning, production, dynamic'",
        "presets.store, redis, 'file, jpa'",
        "presets.load, often, 'auto, always, never'",
        "checks.leaks, perhaps, 'off, warn, fail'"
    })
    void reportsTheValuesThatThisVersionKnows(String property, String word, String known) {
        FailureAnalysis analysis = analysis(JavaFlows.Right.class, "concor.%s: %s".formatted(property, word));
        assertThat(analysis.getDescription())
                .startsWith("Property 'concor.%s': '%s' is unknown to this version".formatted(property, word))
                .contains("[test.yml] - ");
        assertThat(analysis.getAction()).endsWith("': %s.".formatted(known));
    }

    @ParameterizedTest
    @CsvSource({
        "another.mode, io.concor.autoconfigure.properties.OperatingMode",
        "concor.sampling.enabled, java.lang.Boolean",
        "another.timeout, java.time.Duration"
    })
    void ignoresOtherBindingFailures(String property, Class<?> type) {
        MockEnvironment environment = new MockEnvironment().withProperty(property, "unreadable");
        BindException failure = catchThrowableOfType(
                BindException.class, () -> Binder.get(environment).bind(property, type));
        assertThat(failure).isNotNull();
        assertThat(new UnreadableValueFailureAnalyzer(environment).analyze(failure))
                .isNull();
    }

    @ParameterizedTest
    @MethodSource
    void ignoresForeignFailures(FailureAnalyzer analyzer) {
        assertThat(analyzer.analyze(new IllegalStateException("another"))).isNull();
    }

    static Stream<FailureAnalyzer> ignoresForeignFailures() {
        return Stream.of(
                new ConfigurationFailureAnalyzer(new MockEnvironment()),
                new InvalidFlowFailureAnalyzer(),
                new InvalidLayoutFailureAnalyzer(),
                new InvalidSettingFailureAnalyzer(new MockEnvironment()),
                new MissingFlowFailureAnalyzer(new DefaultListableBeanFactory()),
                new UnknownPropertyFailureAnalyzer(),
                new UnreadableValueFailureAnalyzer(new MockEnvironment()));
    }

    @Test
    void ignoresUnknownPropertiesOutsideOfConcor() {
        ConfigurationProperty foreign =
                new ConfigurationProperty(ConfigurationPropertyName.of("another.key"), "value", null);
        assertThat(new UnknownPropertyFailureAnalyzer()
                        .analyze(new UnboundConfigurationPropertiesException(Set.of(foreign))))
                .isNull();
    }

    @Test
    void reportsASettingWithoutAPlace() {
        FailureAnalysis analysis = new InvalidSettingFailureAnalyzer(new MockEnvironment())
                .analyze(new InvalidSettingException("capacity", "3 is out of bounds", "a power of two"));
        assertThat(analysis.getDescription()).startsWith("Concor: setting 'capacity': 3 is out of bounds");
    }
}
