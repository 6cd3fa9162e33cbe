package io.concor.autoconfigure.aot;

import io.concor.autoconfigure.YamlInitializer;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowingConsumer;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.test.generate.CompilerFiles;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.boot.web.context.servlet.AnnotationConfigServletWebApplicationContext;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.AnnotationConfigRegistry;
import org.springframework.context.aot.AbstractAotProcessor;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.TestCompiler;
import org.springframework.mock.web.MockServletContext;
import org.springframework.web.context.support.GenericWebApplicationContext;

/** An application that is processed ahead of time, and started with the generated code. */
final class ProcessedApplication {

    private final TestGenerationContext generated = new TestGenerationContext();
    private final String initializer;
    private final Supplier<GenericApplicationContext> started;

    /** Processes an application with the configuration of the build. */
    ProcessedApplication(String yaml, Class<?>... components) {
        this(new AnnotationConfigApplicationContext(), GenericApplicationContext::new, yaml, components);
    }

    /** Processes a servlet application with the configuration of the build. */
    static ProcessedApplication servlet(String yaml, Class<?>... components) {
        return new ProcessedApplication(
                new AnnotationConfigServletWebApplicationContext(),
                () -> new GenericWebApplicationContext(new MockServletContext()),
                yaml,
                components);
    }

    /** @param started creates the context in which the application starts */
    private <C extends GenericApplicationContext & AnnotationConfigRegistry> ProcessedApplication(
            C built, Supplier<GenericApplicationContext> started, String yaml, Class<?>... components) {
        this.started = started;
        try (built) {
            new YamlInitializer(yaml).initialize(built);
            built.register(components);
            initializer = TestPropertyValues.of(AbstractAotProcessor.AOT_PROCESSING + "=true")
                    .applyToSystemProperties(
                            () -> new ApplicationContextAotGenerator().processAheadOfTime(built, generated))
                    .canonicalName();
        }
        generated.writeGeneratedContent();
    }

    RuntimeHints hints() {
        return generated.getRuntimeHints();
    }

    /** Compiles the generated code and starts the application with the configuration at run time. */
    void run(String yaml, ThrowingConsumer<GenericApplicationContext> check) {
        TestCompiler.forSystem()
                .with(CompilerFiles.from(generated.getGeneratedFiles()))
                .compile(compiled -> TestPropertyValues.of("spring.aot.enabled=true")
                        .applyToSystemProperties(() -> {
                            start(
                                    instance(compiled.getInstance(ApplicationContextInitializer.class, initializer)),
                                    yaml,
                                    check);
                            return null;
                        }));
    }

    @SuppressWarnings("unchecked") // generated for such a context
    private static ApplicationContextInitializer<GenericApplicationContext> instance(
            ApplicationContextInitializer<?> initializer) {
        return (ApplicationContextInitializer<GenericApplicationContext>) initializer;
    }

    private void start(
            ApplicationContextInitializer<GenericApplicationContext> initializer,
            String yaml,
            ThrowingConsumer<GenericApplicationContext> check) {
        try (GenericApplicationContext context = started.get()) {
            new YamlInitializer(yaml).initialize(context);
            initializer.initialize(context);
            context.refresh();
            check.accept(context);
        }
    }
}
