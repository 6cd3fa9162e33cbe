package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.StartupFailure;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** Applications that are to protect their endpoints and cannot do it. */
class UnavailableSecurityTests {

    private static final AutoConfigurations SECURITY = AutoConfigurations.of(
            ConcorSecurityAutoConfiguration.class, ConcorUnavailableSecurityAutoConfiguration.class);
    private static final String ENABLED = "concor.security.enabled=";

    private final WebApplicationContextRunner servlet = new WebApplicationContextRunner().withConfiguration(SECURITY);
    private final ReactiveWebApplicationContextRunner reactive =
            new ReactiveWebApplicationContextRunner().withConfiguration(SECURITY);

    @Test
    void doNotStartWithoutAnyPartOfSpringSecurity() {
        assertThat(List.of(HttpSecurity.class, SecurityFilterChain.class, EndpointRequest.class))
                .allSatisfy(part -> servlet.withPropertyValues(ENABLED + "true")
                        .withClassLoader(new FilteredClassLoader(part))
                        .run(started -> assertThat(analysis(started.getStartupFailure()))
                                .satisfies(analysis -> assertThat(analysis.getDescription())
                                        .contains("concor.security.enabled is true", "Spring Security"))
                                .satisfies(analysis ->
                                        assertThat(analysis.getAction()).contains("spring-boot-starter-security"))));
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "yes", "on", "1"})
    void doNotStartWithWebFlux(String value) {
        reactive.withPropertyValues(ENABLED + value).run(started -> assertThat(analysis(started.getStartupFailure()))
                .satisfies(analysis -> assertThat(analysis.getDescription())
                        .contains("concor.security.enabled is true", "reactive application"))
                .satisfies(analysis ->
                        assertThat(analysis.getAction()).contains("SecurityWebFilterChain", "starter-webmvc")));
    }

    @Test
    void startIfNothingIsToBeProtected() {
        servlet.withClassLoader(new FilteredClassLoader(HttpSecurity.class))
                .run(started -> assertThat(started).hasNotFailed());
        reactive.run(started -> assertThat(started).hasNotFailed());
    }

    @Test
    void startWithoutAWebServerSinceNoEndpointIsOpenThen() {
        new ApplicationContextRunner()
                .withConfiguration(SECURITY)
                .withPropertyValues(ENABLED + "true")
                .run(started ->
                        assertThat(started).hasNotFailed().doesNotHaveBean(ConcorSecurityAutoConfiguration.class));
    }

    private static FailureAnalysis analysis(Throwable failure) {
        return StartupFailure.analysis(failure);
    }
}
