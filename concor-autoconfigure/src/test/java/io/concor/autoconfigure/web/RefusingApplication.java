package io.concor.autoconfigure.web;

import io.concor.Continuation;
import io.concor.EventTimeoutException;
import io.concor.Flow;
import io.concor.FlowStoppedException;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.RefusedException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.ControllerAdvice;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** An application whose flows refuse events and let them time out, in all ways in which a controller can report it. */
@SpringBootConfiguration
@EnableAutoConfiguration
@Import({
    RefusingApplication.Controller.class,
    RefusingApplication.ControllerWithoutMemory.class,
    RefusingApplication.ControllerWithHandler.class,
    RefusingApplication.ControllerWithAdvice.class,
    RefusingApplication.OwnAdvice.class
})
class RefusingApplication {

    /** A flow with room for one event, which never ends. */
    @Bean
    Flow<String, String> full() {
        Flow<String, String> flow = Flows.<String>create("full")
                .bind((String name, Continuation<String> never) -> {}, "greeter")
                .maxInFlight(1)
                .timeout(Duration.ofDays(1))
                .build();
        flow.submit("first");
        return flow;
    }

    @Bean
    Flow<String, String> late() {
        return Flows.<String>create("late")
                .bind((String name, Continuation<String> never) -> {}, "greeter")
                .timeout(Duration.ofMillis(20))
                .build();
    }

    /** A flow whose task has memory only for a name. */
    @Bean
    Flow<String, String> exhausted() {
        return Flows.<String>create("exhausted")
                .join(JoinSettings.single())
                .map(
                        name -> {
                            if (name.isEmpty()) {
                                throw new OutOfMemoryError("thrown by a test");
                            }
                            return name;
                        },
                        "greeter")
                .build();
    }

    @Bean
    Flow<String, String> closed() {
        return Flows.<String>create("closed").map(name -> name, "greeter").build();
    }

    @RestController
    static class Controller {

        private final Flow<String, String> full;
        private final Flow<String, String> late;
        private final Flow<String, String> closed;

        Controller(Flow<String, String> full, Flow<String, String> late, Flow<String, String> closed) {
            this.full = full;
            this.late = late;
            this.closed = closed;
        }

        @GetMapping("/full/future")
        CompletableFuture<String> fullFuture() {
            return full.trySubmit("World");
        }

        @GetMapping("/full/wait")
        CompletableFuture<String> fullAfterWaiting() {
            return full.submit("World", Duration.ofMillis(20));
        }

        @GetMapping("/full/dependent")
        CompletableFuture<String> fullDependent() {
            return full.trySubmit("World").thenApply(String::strip);
        }

        @GetMapping("/full/mono")
        Mono<String> fullMono() {
            return Mono.fromFuture(full.trySubmit("World"));
        }

        @GetMapping("/full/join")
        String fullJoined() {
            return full.trySubmit("World").join();
        }

        @GetMapping("/full/get")
        String fullReceived() throws ExecutionException, InterruptedException {
            return full.trySubmit("World").get();
        }

        @GetMapping("/closed/thrown")
        String closed() {
            closed.close();
            closed.apply("World");
            return "entered";
        }

        @GetMapping("/stopped")
        CompletableFuture<String> stopped() {
            return CompletableFuture.failedFuture(new FlowStoppedException("late", "greeter"));
        }

        @GetMapping("/late/future")
        CompletableFuture<String> lateFuture() {
            return late.submit("World");
        }

        @GetMapping("/late/mono")
        Mono<String> lateMono() {
            return Mono.fromFuture(late.submit("World"));
        }
    }

    @RestController
    static class ControllerWithoutMemory {

        private final Flow<String, String> exhausted;

        ControllerWithoutMemory(Flow<String, String> exhausted) {
            this.exhausted = exhausted;
        }

        @GetMapping("/exhausted/future")
        CompletableFuture<String> future(@RequestParam(defaultValue = "") String name) {
            return exhausted.submit(name);
        }

        @GetMapping("/exhausted/dependent")
        CompletableFuture<ResponseEntity<String>> dependent(@RequestParam(defaultValue = "") String name) {
            return exhausted.submit(name).thenApply(ResponseEntity::ok);
        }

        @GetMapping("/exhausted/join")
        String joined(@RequestParam(defaultValue = "") String name) {
            return exhausted.submit(name).join();
        }
    }

    @RestController
    static class ControllerWithHandler {

        private final Flow<String, String> full;

        ControllerWithHandler(Flow<String, String> full) {
            this.full = full;
        }

        @GetMapping("/own/handler")
        CompletableFuture<String> greet() {
            return full.trySubmit("World");
        }

        @ExceptionHandler
        ResponseEntity<String> refused(RefusedException refused) {
            return new ResponseEntity<>("own handler", HttpStatus.TOO_MANY_REQUESTS);
        }
    }

    @RestController
    static class ControllerWithAdvice {

        private final Flow<String, String> late;

        ControllerWithAdvice(Flow<String, String> late) {
            this.late = late;
        }

        @GetMapping("/own/advice")
        CompletableFuture<String> greet() {
            return late.submit("World");
        }
    }

    /** Has no order. */
    @ControllerAdvice(assignableTypes = ControllerWithAdvice.class)
    static class OwnAdvice {

        @ExceptionHandler
        ResponseEntity<String> failed(EventTimeoutException failed) {
            return new ResponseEntity<>("own advice", HttpStatus.TOO_MANY_REQUESTS);
        }
    }
}
