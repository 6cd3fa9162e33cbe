package io.concor.autoconfigure.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.Continuation;
import io.concor.Flow;
import io.concor.Flows;
import io.concor.SimpleTask;
import io.concor.manage.Manager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.async.DeferredResult;
import org.springframework.web.context.request.async.DeferredResultProcessingInterceptor;
import org.springframework.web.method.support.HandlerMethodReturnValueHandler;
import org.springframework.web.servlet.config.annotation.AsyncSupportConfigurer;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerAdapter;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitterReturnValueHandler;

/** Spring MVC treats the result of an event, and what is derived from it, like any other future. */
@Timeout(60)
@SpringBootTest(
        classes = DerivedResultTests.Application.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "spring.main.web-application-type=servlet",
            "spring.mvc.async.request-timeout=100ms",
            "spring.lifecycle.timeout-per-shutdown-phase=1s"
        })
class DerivedResultTests {

    @SpringBootConfiguration
    @EnableAutoConfiguration
    @Import(Controller.class)
    static class Application implements WebMvcConfigurer {

        @Bean
        Flow<String, String> finder() {
            SimpleTask<String, String> failing = name -> {
                throw new NotFoundException();
            };
            return Flows.<String>create("finder").map(failing, "finder").build();
        }

        @Bean
        Flow<String, String> endless() {
            return Flows.<String>create("endless")
                    .bind((String name, Continuation<String> never) -> {}, "greeter")
                    .timeout(Duration.ofDays(1))
                    .build();
        }

        /** With Reactor on the class path, Spring MVC would treat futures as it treats a Mono. */
        @Bean
        static BeanPostProcessor futuresAsWithoutReactor() {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    if (bean instanceof RequestMappingHandlerAdapter adapter) {
                        List<HandlerMethodReturnValueHandler> handlers =
                                new ArrayList<>(Objects.requireNonNull(adapter.getReturnValueHandlers()));
                        handlers.removeIf(ResponseBodyEmitterReturnValueHandler.class::isInstance);
                        adapter.setReturnValueHandlers(handlers);
                    }
                    return bean;
                }
            };
        }

        @Override
        public void configureAsyncSupport(AsyncSupportConfigurer configurer) {
            configurer.registerDeferredResultInterceptors(new LateAnswer());
        }
    }

    private static final class NotFoundException extends RuntimeException {

        private static final long serialVersionUID = 1L;
    }

    /** Answers requests whose time has passed. */
    private static final class LateAnswer implements DeferredResultProcessingInterceptor {

        @Override
        @SuppressWarnings("unchecked")
        public <T> boolean handleTimeout(NativeWebRequest request, DeferredResult<T> late) {
            return !late.setResult((T) "late");
        }
    }

    @RestController
    static class Controller {

        private final Flow<String, String> finder;
        private final Flow<String, String> endless;

        Controller(Flow<String, String> finder, Flow<String, String> endless) {
            this.finder = finder;
            this.endless = endless;
        }

        @GetMapping("/failing/future")
        CompletableFuture<String> failing() {
            return finder.submit("World");
        }

        @GetMapping("/failing/derived")
        CompletableFuture<String> failingDerived() {
            return finder.submit("World").thenApply(String::strip);
        }

        @GetMapping("/failing/without-cause")
        CompletableFuture<String> failingWithoutCause() {
            return finder.submit("World").handle((value, error) -> {
                throw new CompletionException(null);
            });
        }

        @GetMapping("/endless/future")
        CompletableFuture<String> endless() {
            return endless.submit("World");
        }

        @GetMapping("/endless/derived")
        CompletableFuture<String> endlessDerived() {
            return endless.submit("World").thenApply(String::strip);
        }

        @ExceptionHandler
        ResponseEntity<String> notFound(NotFoundException notFound) {
            return new ResponseEntity<>("not found", HttpStatus.NOT_FOUND);
        }

        @ExceptionHandler
        ResponseEntity<String> other(Exception other) {
            return new ResponseEntity<>(other.getClass().getSimpleName(), HttpStatus.BAD_GATEWAY);
        }
    }

    @LocalServerPort
    private int port;

    @Autowired
    private Manager manager;

    private HttpResponse<String> get(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .build();
        return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"/failing/future", "/failing/derived"})
    void reachesTheHandlerOfItsError(String path) throws Exception {
        assertThat(get(path)).returns("not found", HttpResponse::body).returns(404, HttpResponse::statusCode);
    }

    @Test
    void reachesTheHandlerOfAnErrorWithoutCause() throws Exception {
        assertThat(get("/failing/without-cause"))
                .returns("CompletionException", HttpResponse::body)
                .returns(502, HttpResponse::statusCode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/endless/future", "/endless/derived"})
    void leavesTheTimeLimitToTheInterceptorsOfTheApplicationAndEndsTheEvent(String path) throws Exception {
        long before = manager.flow("endless").summary().cancelled();

        assertThat(get(path)).returns(200, HttpResponse::statusCode).returns("late", HttpResponse::body);

        await("the event has ended")
                .until(() -> manager.flow("endless").summary().cancelled() == before + 1);
    }
}
