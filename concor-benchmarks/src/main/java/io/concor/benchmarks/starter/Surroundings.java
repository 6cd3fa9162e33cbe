package io.concor.benchmarks.starter;

import io.concor.Flow;
import io.concor.Sampling;
import io.concor.manage.Manager;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;

/** What surrounds the flows that are measured. */
public enum Surroundings {
    /** A Spring Boot application with Concor's starter and without any property: what its users get. */
    STARTER(Sampling.DEFAULT) {
        @Override
        public MeasuredFlows start(List<? extends Flow<?, ?>> flows) {
            return application(flows, Map.of());
        }
    },
    /** The same without observations of the sampled events. */
    UNOBSERVED(Sampling.DEFAULT) {
        @Override
        public MeasuredFlows start(List<? extends Flow<?, ?>> flows) {
            return application(flows, Map.of("concor.observations.enabled", false));
        }
    },
    /** The engine alone: no event is sampled, no thread-local travels, no diagnosis looks. */
    ENGINE(new Sampling(false, 3, 128)) {
        @Override
        public MeasuredFlows start(List<? extends Flow<?, ?>> flows) {
            Manager manager = new Manager();
            flows.forEach(manager::register);
            return new MeasuredFlows(manager, flows);
        }
    };

    private final Sampling sampling;

    Surroundings(Sampling sampling) {
        this.sampling = sampling;
    }

    private static MeasuredFlows application(List<? extends Flow<?, ?>> flows, Map<String, Object> properties) {
        SpringApplication application = new SpringApplication(Defaults.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setBannerMode(Banner.Mode.OFF);
        application.setDefaultProperties(properties);
        application.addInitializers(beansOf(flows));
        ConfigurableApplicationContext context = application.run();
        return new MeasuredFlows(context.getBean(Manager.class), List.of(context));
    }

    private static ApplicationContextInitializer<GenericApplicationContext> beansOf(List<? extends Flow<?, ?>> flows) {
        return context -> flows.forEach(flow -> context.registerBean(flow.name(), Flow.class, () -> flow));
    }

    /** Returns which events are sampled if nothing is set. */
    public Sampling sampling() {
        return sampling;
    }

    /** Returns the name in options and tables. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Starts with these flows. */
    public abstract MeasuredFlows start(List<? extends Flow<?, ?>> flows);

    /** The application. */
    @SpringBootConfiguration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Defaults {}
}
