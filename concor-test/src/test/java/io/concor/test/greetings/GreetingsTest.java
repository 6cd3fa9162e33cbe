package io.concor.test.greetings;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.Flow;
import io.concor.test.FlowTester;
import io.concor.test.autoconfigure.ConcorTest;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;

@ConcorTest
class GreetingsTest {

    @Autowired
    private Flow<String, String> greetings;

    @Test
    void greets() {
        FlowTester tester = FlowTester.of(greetings);

        assertThat(greetings.submit("World"))
                .succeedsWithin(Duration.ofSeconds(5))
                .isEqualTo("Hello, World");

        tester.awaitIdle();
        assertThat(tester).hasCompleted(1).component("greeter").hasHandled(1);
    }
}
