package io.concor.autoconfigure.readme;

import io.concor.SingleThreadedTask;
import org.springframework.stereotype.Component;

@Component("greetingCounter")
class GreetingCounter implements SingleThreadedTask<String, String> {
    private long greetings; // one thread at a time: no lock, no atomic

    @Override
    public String apply(String greeting) {
        greetings++;
        return greetings + ". " + greeting;
    }
}
