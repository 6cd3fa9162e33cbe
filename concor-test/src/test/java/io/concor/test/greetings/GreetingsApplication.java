package io.concor.test.greetings;

import io.concor.SimpleTask;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.stereotype.Component;

/** The application of the documents. */
@SpringBootApplication
class GreetingsApplication {

    @Component("greeter")
    static class Greeting implements SimpleTask<String, String> {

        @Override
        public String apply(String name) {
            return "Hello, " + name;
        }
    }
}
