package io.concor.autoconfigure.readme;

import io.concor.SimpleTask;
import org.springframework.stereotype.Component;

@Component("greeter")
class Greeter implements SimpleTask<String, String> {
    @Override
    public String apply(String name) {
        return "Hello, " + name;
    }
}
