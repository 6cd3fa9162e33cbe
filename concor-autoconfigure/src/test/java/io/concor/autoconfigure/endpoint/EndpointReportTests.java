package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.ConcorAutoConfiguration;
import io.concor.autoconfigure.diagnosis.ConcorDiagnosisAutoConfiguration;
import io.concor.autoconfigure.endpoint.change.ConcorChangeEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.diagnosis.ConcorDiagnosisEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.flow.ConcorFlowEndpointAutoConfiguration;
import io.concor.autoconfigure.endpoint.statistics.ConcorStatisticsEndpointAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.jmx.JmxEndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jmx.JmxAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

@ExtendWith(OutputCaptureExtension.class)
class EndpointReportTests {

    private static final AutoConfigurations TESTED = AutoConfigurations.of(
            ConcorAutoConfiguration.class,
            ConcorEndpointAutoConfiguration.class,
            ConcorFlowEndpointAutoConfiguration.class,
            ConcorStatisticsEndpointAutoConfiguration.class,
            ConcorChangeEndpointAutoConfiguration.class,
            EndpointAutoConfiguration.class,
            WebEndpointAutoConfiguration.class,
            JmxAutoConfiguration.class,
            JmxEndpointAutoConfiguration.class);

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner().withConfiguration(TESTED);

    @Test
    void listsExposedEndpointsAndHowToExposeTheOthersAndToAllowChanges(CapturedOutput output) {
        runner.withPropertyValues(
                        "management.endpoints.web.exposure.include=concor,concorslots,concorsampling",
                        "management.endpoint.concorsampling.access=UNRESTRICTED")
                .run(context -> assertThat(output)
                        .containsOnlyOnce(
                                "Concor's endpoints over HTTP: concor, concorsampling, concorslots (read-only)."
                                        + " Not exposed: concorchanges, concorpresets, concorstats;"
                                        + " add them to management.endpoints.web.exposure.include."
                                        + " To allow changes, set management.endpoint.<id>.access to unrestricted")
                        .doesNotContain("over JMX"));
    }

    @Test
    void listsTheDiagnosisOnlyIfThereIsOne(CapturedOutput output) {
        runner.withConfiguration(AutoConfigurations.of(
                        ConcorDiagnosisAutoConfiguration.class, ConcorDiagnosisEndpointAutoConfiguration.class))
                .run(context -> assertThat(output)
                        .contains(
                                "Not exposed: concor, concorautopilot, concorchanges, concordiagnosis, concorpresets"));
    }

    @Test
    void saysThatNoneIsExposedByDefault(CapturedOutput output) {
        runner.run(context -> assertThat(output)
                .contains("Concor's endpoints over HTTP: none. Not exposed: concor, concorchanges,")
                .doesNotContain("read-only", "allow changes", "concordiagnosis", "concorautopilot"));
    }

    @Test
    void givesNoAdviceIfEverythingIsAllowed(CapturedOutput output) {
        runner.withPropertyValues(
                        "management.endpoints.web.exposure.include=*",
                        "management.endpoints.access.default=UNRESTRICTED")
                .run(context -> assertThat(output)
                        .containsPattern("concorsampling, concorslots, concorstats\\R")
                        .doesNotContain("read-only", "Not exposed", "allow changes"));
    }

    @Test
    void tellsEndpointsWithoutAccessFromThoseThatAreNotExposed(CapturedOutput output) {
        runner.withPropertyValues(
                        "management.endpoints.web.exposure.include=*", "management.endpoint.concorsampling.access=NONE")
                .run(context -> assertThat(output)
                        .contains(
                                "Access is none: concorsampling; to expose them, set management.endpoint.<id>.access to read-only.")
                        .doesNotContain("Not exposed"));
    }

    @Test
    void namesTheLimitOfAllEndpointsIfItForbidsChanges(CapturedOutput output) {
        runner.withPropertyValues(
                        "management.endpoints.web.exposure.include=*",
                        "management.endpoints.access.default=UNRESTRICTED",
                        "management.endpoints.access.max-permitted=READ_ONLY")
                .run(context -> assertThat(output)
                        .contains("concorslots (read-only)")
                        .contains("To allow changes, raise management.endpoints.access.max-permitted"));
    }

    @Test
    void listsEndpointsOverJmx(CapturedOutput output) {
        new ApplicationContextRunner()
                .withConfiguration(TESTED)
                .withPropertyValues("spring.jmx.enabled=true", "management.endpoints.jmx.exposure.include=concorslots")
                .run(context -> assertThat(output)
                        .contains("Concor's endpoints over JMX: concorslots (read-only). Not exposed: concor,")
                        .contains("add them to management.endpoints.jmx.exposure.include")
                        .doesNotContain("over HTTP"));
    }

    @Test
    void isSilentIfThereAreNoManagementEndpointsOverHttp(CapturedOutput output) {
        runner.withPropertyValues("management.server.port=-1")
                .run(context -> assertThat(output).doesNotContain("Concor's endpoints"));
    }
}
