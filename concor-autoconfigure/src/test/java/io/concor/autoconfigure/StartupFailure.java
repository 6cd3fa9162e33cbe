package io.concor.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.StaticApplicationContext;
import org.springframework.core.annotation.AnnotationAwareOrderComparator;
import org.springframework.core.env.Environment;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.core.io.support.SpringFactoriesLoader.ArgumentResolver;
import org.springframework.core.io.support.SpringFactoriesLoader.FailureHandler;

/** The analysis of a failed start, as Boot selects it. */
public final class StartupFailure {

    private StartupFailure() {}

    public static FailureAnalysis analysis(ApplicationContextRunner runner) {
        AtomicReference<ConfigurableApplicationContext> started = new AtomicReference<>();
        AtomicReference<FailureAnalysis> analysis = new AtomicReference<>();
        runner.withInitializer(started::set).run(context -> {
            assertThat(context).hasFailed();
            analysis.set(analyze(context.getStartupFailure(), started.get()));
        });
        return analysis.get();
    }

    /** An application does not start, and the analysis contains these texts. */
    public static void fails(ApplicationContextRunner runner, String description, String action) {
        FailureAnalysis analysis = analysis(runner);
        assertThat(analysis.getDescription()).contains(description);
        assertThat(analysis.getAction()).contains(action);
    }

    /** Analyzes a failure before any bean existed. */
    public static FailureAnalysis analysis(Throwable failure) {
        return analyze(failure, new StaticApplicationContext());
    }

    private static FailureAnalysis analyze(Throwable failure, ConfigurableApplicationContext context) {
        return analyzers(context).stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no analyzer knows it", failure));
    }

    /**
     * Loads all analyzers and skips those whose dependencies are missing, as Boot does. Analyzers of Boot without an
     * order come first, as the order of the class path may be.
     */
    private static List<FailureAnalyzer> analyzers(ConfigurableApplicationContext context) {
        ArgumentResolver arguments = ArgumentResolver.of(Environment.class, context.getEnvironment())
                .and(BeanFactory.class, context.getBeanFactory());
        List<FailureAnalyzer> analyzers = new ArrayList<>(SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, arguments, FailureHandler.handleMessage((message, failure) -> {})));
        Collections.reverse(analyzers);
        AnnotationAwareOrderComparator.sort(analyzers);
        return analyzers;
    }
}
