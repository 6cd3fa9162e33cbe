package io.concor.autoconfigure.web;

import io.concor.EventResult;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ReactiveTypeDescriptor;
import org.springframework.web.reactive.DispatcherHandler;
import reactor.core.Exceptions;
import reactor.core.publisher.Mono;

/**
 * Auto-configuration that lets Spring WebFlux respond to clients whose event ended with an error of the JVM, such as an {@link
 * OutOfMemoryError} or a {@link NoClassDefFoundError}. Reactor throws such an error on the thread of the flow instead of
 * passing it on, and the client would get no response.
 */
@AutoConfiguration
@ConditionalOnClass({DispatcherHandler.class, Mono.class})
@ConditionalOnWebApplication(type = Type.REACTIVE)
public final class ConcorWebFluxResultsAutoConfiguration {

    ConcorWebFluxResultsAutoConfiguration() {}

    @Bean
    static EventResultAdapters concorEventResultAdapters() {
        return new EventResultAdapters();
    }

    /** Adapts results of events that a controller returns, in front of the adapter of Spring for all futures. */
    static final class EventResultAdapters implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (bean instanceof ReactiveAdapterRegistry registry) {
                registry.registerReactiveTypeOverride(
                        ReactiveTypeDescriptor.singleRequiredValue(EventResult.class),
                        result -> Mono.fromFuture(withoutFatalErrors((EventResult<?>) result)),
                        publisher -> Mono.from(publisher).toFuture());
            }
            return bean;
        }

        private static <T extends @Nullable Object> CompletableFuture<T> withoutFatalErrors(EventResult<T> result) {
            return result.exceptionally(error -> {
                throw new CompletionException(passable(error));
            });
        }

        private static @Nullable Throwable passable(Throwable error) {
            Throwable cause = error instanceof CompletionException ? error.getCause() : error;
            return Exceptions.isFatal(cause)
                    ? new IllegalStateException("A task ended with an error of the JVM", cause)
                    : cause;
        }
    }
}
