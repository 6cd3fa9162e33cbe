package io.concor.autoconfigure.web;

import java.util.List;
import java.util.Objects;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication.Type;
import org.springframework.context.annotation.Bean;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.servlet.mvc.method.annotation.DeferredResultMethodReturnValueHandler;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;

/**
 * Auto-configuration that ends the events of clients for which Spring MVC no longer waits. Spring WebFlux
 * does that itself: it cancels the future of a client that has disconnected.
 */
@AutoConfiguration
@ConditionalOnClass(RequestMappingHandlerAdapter.class)
@ConditionalOnWebApplication(type = Type.SERVLET)
public final class ConcorWebResultsAutoConfiguration {

    ConcorWebResultsAutoConfiguration() {}

    @Bean
    static EventResultHandlers concorEventResultHandlers() {
        return new EventResultHandlers();
    }

    /** Puts {@link EventResultReturnValueHandler} in front of the handler of Spring for results that come later. */
    static final class EventResultHandlers implements BeanPostProcessor {

        @Override
        public Object postProcessAfterInitialization(Object bean, String name) {
            if (bean instanceof RequestMappingHandlerAdapter adapter) {
                List<HandlerMethodReturnValueHandler> handlers =
                        Objects.requireNonNull(adapter.getReturnValueHandlers(), "set when it was initialized");
                adapter.setReturnValueHandlers(
                        handlers.stream().map(EventResultHandlers::decorated).toList());
            }
            return bean;
        }

        private static HandlerMethodReturnValueHandler decorated(HandlerMethodReturnValueHandler handler) {
            return handler instanceof DeferredResultMethodReturnValueHandler
                    ? new EventResultReturnValueHandler(handler)
                    : handler;
        }
    }
}
