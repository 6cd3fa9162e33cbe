package io.concor.experiments.durable.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class SubjectArgumentsTest {

    @Test
    void readsTheCommandLineThatItWrites() {
        SubjectArguments arguments = new SubjectArguments(
                "a.Program",
                true,
                new SubjectSettings("p", "jdbc:x?y=z", "user", "", Map.of("batch", "8", "text", "a=b")));

        assertThat(SubjectArguments.parse(arguments.format().toArray(String[]::new)))
                .isEqualTo(arguments);
    }

    @Test
    void rejectsWhatIsNoProgram() {
        assertThatThrownBy(() -> SubjectArguments.program("java.lang.String"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("java.lang.String is not a public SubjectProgram");
    }
}
