package io.concor.autoconfigure.aot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.proxies;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.resource;

import io.concor.SimpleTask;
import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.TestTasks;
import io.concor.autoconfigure.endpoint.ConcorEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.ErrorDescriptor;
import io.concor.autoconfigure.endpoint.statistics.ConcorStatisticsEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.statistics.StatisticsDescriptor;
import io.concor.autoconfigure.preset.jpa.ConcorJpaPresetStoreAutoConfiguration;
import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.FlowAutopilot;
import io.concor.autoconfigure.properties.FlowSettings;
import io.concor.autoconfigure.properties.SlotSettings;
import io.concor.autoconfigure.properties.TaskSettings;
import io.concor.autoconfigure.properties.TransactionSettings;
import io.concor.autoconfigure.properties.section.HealthSettings;
import io.concor.autoconfigure.properties.section.PresetSettings;
import io.concor.autoconfigure.properties.section.WebSettings;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeReference;
import org.springframework.data.repository.Repository;
import org.springframework.transaction.interceptor.TransactionalProxy;

/** The hints for a native image that are generated for an application with flows, endpoints and the JPA preset store. */
class RuntimeHintsTests {

    private static final String PRESET = "io.concor.autoconfigure.preset.jpa.";

    private static RuntimeHints hints;

    @BeforeAll
    static void process() {
        hints = new ProcessedApplication(
                        """
                        concor:
                          flows:
                            mo-flow:
                              tasks: [translator, messageSender]
                          presets.store: jpa
                        management.endpoints.web.exposure.include: "*"
                        """,
                        TestTasks.class,
                        ConcorJpaPresetStoreAutoConfiguration.class,
                        ConcorAutoConfiguration.class,
                        ConcorEndpointAutoConfiguration.class,
                        ConcorStatisticsEndpointAutoConfiguration.class)
                .hints();
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                ConcorProperties.class,
                FlowSettings.class,
                TaskSettings.class,
                TransactionSettings.class,
                FlowAutopilot.class,
                SlotSettings.class,
                PresetSettings.class,
                HealthSettings.class,
                WebSettings.class,
                WebSettings.WebErrors.class
            })
    void registersTheConstructorsOfPropertiesForBinding(Class<?> properties) {
        assertThat(reflection().onConstructorInvocation(properties.getDeclaredConstructors()[0]))
                .accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(classes = {FlowSettings.class, TaskSettings.class})
    void registersTheConversionOfShortForms(Class<?> settings) {
        assertThat(reflection().onMethodInvocation(settings, "valueOf")).accepts(hints);
    }

    @Test
    void registersTheFactoryMethodOfFlows() throws ClassNotFoundException {
        assertThat(reflection().onMethodInvocation("io.concor.autoconfigure.flow.FlowFactory", "create"))
                .accepts(hints);
    }

    @Test
    void registersTheTypesOfTaskBeans() {
        assertThat(reflection().onType(TypeReference.of("io.concor.autoconfigure.TestTasks$Translator")))
                .accepts(hints);
        assertThat(reflection().onType(SimpleTask.class)).accepts(hints);
    }

    @Test
    void registersTheProviderOfFlowBuilders() {
        assertThat(resource().forResource("META-INF/services/io.concor.FlowBuilder$Factory"))
                .accepts(hints);
        assertThat(reflection()
                        .onType(TypeReference.of("io.concor.engine.StagedFlowBuilders"))
                        .withMemberCategory(MemberCategory.INVOKE_DECLARED_CONSTRUCTORS))
                .accepts(hints);
    }

    @Test
    void registersVirtualThreads() {
        assertThat(reflection().onType(Thread.class)).accepts(hints);
    }

    @Test
    void leavesOutTheClassFileThatAnImageCannotDefine() {
        assertThat(resource().forResource("io/concor/engine/path/ComponentTemplate.class"))
                .rejects(hints);
    }

    @ParameterizedTest
    @ValueSource(classes = {ErrorDescriptor.class, ErrorDescriptor.Violated.class, StatisticsDescriptor.class})
    void registersTheBodiesOfEndpointsForSerialization(Class<?> body) {
        assertThat(reflection().onType(body)).accepts(hints);
        assertThat(Stream.of(body.getRecordComponents()))
                .allSatisfy(component -> assertThat(reflection().onMethodInvocation(component.getAccessor()))
                        .accepts(hints));
    }

    @ParameterizedTest
    @ValueSource(strings = {"StoredPreset", "StoredPresetVersion"})
    void registersTheEntitiesOfPresets(String entity) {
        assertThat(reflection()
                        .onType(TypeReference.of(PRESET + entity))
                        .withMemberCategories(
                                MemberCategory.INVOKE_DECLARED_CONSTRUCTORS, MemberCategory.ACCESS_DECLARED_FIELDS))
                .accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(strings = {"StoredPresetRepository", "StoredPresetVersionRepository"})
    void registersTheProxiesOfPresetRepositories(String repository) throws ClassNotFoundException {
        Class<?> type = Class.forName(PRESET + repository);

        assertThat(proxies()
                        .forInterfaces(AopProxyUtils.completeJdkProxyInterfaces(
                                type, Repository.class, TransactionalProxy.class)))
                .accepts(hints);
    }

    @ParameterizedTest
    @ValueSource(strings = {"h2", "mariadb", "mysql", "postgresql"})
    void registersTheScriptsOfThePresetTables(String database) {
        assertThat(resource().forResource("db/concor/%s/R__concor_presets.sql".formatted(database)))
                .accepts(hints);
    }
}
