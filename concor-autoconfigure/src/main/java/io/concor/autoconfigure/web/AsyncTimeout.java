package io.concor.autoconfigure.web;

import io.concor.autoconfigure.properties.ConcorProperties;
import io.concor.autoconfigure.properties.FlowSettings;
import java.time.Duration;
import java.util.stream.Stream;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Lets Spring MVC wait for the result of an event longer than the event may take. Otherwise a client would get an answer
 * of the web server, such as Tomcat's after 30 s, although its event has a result a moment later. Comes first: the
 * application and {@code spring.mvc.async.request-timeout} take precedence.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class AsyncTimeout implements WebMvcConfigurer {

    /** The default of a flow's timeout, also of the web servers. */
    private static final Duration DEFAULT = Duration.ofSeconds(30);
    /** A timeout is noticed late by up to a twenty-fifth, and catch components follow. */
    private static final double LATE = 1.1;

    private static final Duration MARGIN = Duration.ofSeconds(5);

    private final Duration timeout;

    AsyncTimeout(ConcorProperties properties) {
        Duration longest = properties.flows().values().stream()
                .map(FlowSettings::timeout)
                .flatMap(Stream::ofNullable)
                .reduce(DEFAULT, (one, other) -> one.compareTo(other) > 0 ? one : other);
        this.timeout = Duration.ofMillis((long) (longest.toMillis() * LATE)).plus(MARGIN);
    }

    @Override
    public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
        configurer.setDefaultTimeout(timeout.toMillis());
    }
}
