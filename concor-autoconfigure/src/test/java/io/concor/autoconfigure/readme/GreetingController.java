package io.concor.autoconfigure.readme;

import io.concor.Flow;
import java.util.concurrent.CompletableFuture;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@RestController
class GreetingController {
    private final Flow<String, String> greetings;

    GreetingController(Flow<String, String> greetings) {
        this.greetings = greetings;
    }

    @GetMapping("/greet")
    CompletableFuture<String> greet(@RequestParam("name") String name) {
        return greetings.trySubmit(name);
    }
}
