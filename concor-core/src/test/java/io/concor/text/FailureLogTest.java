package io.concor.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FailureLogTest {

    private final Throwable thrown = new IllegalStateException("planted");
    private final List<Throwable> logged = new ArrayList<>();

    private final Consumer<Throwable> unprintable = failure -> {
        logged.add(failure);
        throw new InternalError("thrown by a test"); // JUnit would end with an OutOfMemoryError
    };

    @Test
    void logsASubstituteIfTheExceptionCannotBePrinted() {
        FailureLog.log(thrown, failure -> {
            logged.add(failure);
            if (failure == thrown) {
                throw new IllegalArgumentException("not printable");
            }
        });

        assertThat(logged).hasSize(2).first().isSameAs(thrown);
        assertThat(logged.get(1)).hasMessageContaining("planted");
    }

    @Test
    void throwsNothingIfNothingCanBePrinted() {
        assertThatNoException().isThrownBy(() -> FailureLog.log(thrown, unprintable));

        assertThat(logged).hasSize(2);
    }

    @Test
    void logsOnlyTheFirstOfSeveralAlsoIfItCannotBePrinted() {
        FailureLog log = new FailureLog();

        log.once(thrown, unprintable);
        log.once(thrown, unprintable);

        assertThat(logged).hasSize(2);
    }
}
