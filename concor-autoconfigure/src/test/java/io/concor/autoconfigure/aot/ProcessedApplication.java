package io.concor.autoconfigure.aot;

import io.concor.autoconfigure.YamlInitializer;
import org.assertj.core.api.ThrowingConsumer;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.test.generate.CompilerFiles;
import org.springframework.aot.test.generate.TestGenerationContext;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.aot.ApplicationContextAotGenerator;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.test.tools.TestCompiler;

/** An application that is processed ahead of time, and started with the generated code. */
final class ProcessedApplication {

    private final TestGenerationContext generated = new TestGenerationContext();
    private final String initializer;

    /** Processes an application with the configuration of the build. */
    ProcessedApplication(String yaml, Class<?>... components) {
        try (AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext()) {
            new YamlInitializer(yaml).initialize(application);
            application.register(components);
            initializer = new ApplicationContextAotGenerator()
                    .processAheadOfTime(application, generated)
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

    private static void start(
            ApplicationContextInitializer<GenericApplicationContext> initializer,
            String yaml,
            ThrowingConsumer<GenericApplicationContext> check) {
        try (GenericApplicationContext context = new GenericApplicationContext()) {
            new YamlInitializer(yaml).initialize(context);
            initializer.initialize(context);
            context.refresh();
            check.accept(context);
        }
    }
}
