package io.concor.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.web.bind.annotation.ControllerAdvice;

class ConcorWebErrorsAutoConfigurationTests {

    private static final AutoConfigurations TESTED = AutoConfigurations.of(ConcorWebErrorsAutoConfiguration.class);

    private final WebApplicationContextRunner runner = new WebApplicationContextRunner().withConfiguration(TESTED);

    @Test
    void appliesToServletApplications() {
        runner.run(context -> assertThat(context).hasSingleBean(FlowErrorAdvice.class));
    }

    @Test
    void appliesToReactiveApplications() {
        new ReactiveWebApplicationContextRunner().withConfiguration(TESTED).run(context -> assertThat(context)
                .hasSingleBean(FlowErrorAdvice.class));
    }

    @Test
    void isAbsentIfDisabled() {
        runner.withPropertyValues("concor.web.errors.enabled=false")
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(FlowErrorAdvice.class));
    }

    @Test
    void isAbsentOutsideTheWeb() {
        new ApplicationContextRunner()
                .withConfiguration(TESTED)
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(FlowErrorAdvice.class));
    }

    @Test
    void isAbsentWithoutSpringWeb() {
        runner.withClassLoader(new FilteredClassLoader(ControllerAdvice.class))
                .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(FlowErrorAdvice.class));
    }
}
