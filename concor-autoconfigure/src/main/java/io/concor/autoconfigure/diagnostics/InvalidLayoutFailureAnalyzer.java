package io.concor.autoconfigure.diagnostics;

import io.concor.InvalidLayoutException;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.text.Sentence;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports the rules that the first layout of a flow breaks: rules for a flow that was built in Java, or limits. */
final class InvalidLayoutFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLayoutException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidLayoutException cause) {
        @Nullable String bean = FailingBean.otherThan(cause.flow(), rootFailure);
        return new FailureAnalysis(
                joined(
                        cause,
                        rule -> Sentence.of(
                                "%s: setting '%s' of the slot: %s.",
                                new PropertyPath("", cause.flow(), rule.slot(), bean), rule.field(), rule.reason())),
                joined(
                        cause,
                        rule -> Sentence.of(
                                "Allowed for '%s': %s.%s",
                                rule.field(), rule.allowed(), rule.limit() == null ? "" : raise(rule.limit()))),
                cause);
    }

    private static String joined(
            InvalidLayoutException cause, Function<InvalidLayoutException.Violation, String> words) {
        return cause.violations().stream().map(words).collect(Collectors.joining(System.lineSeparator()));
    }

    private static String raise(String limit) {
        return Sentence.of(" Or raise concor.limits.%s, if the machine has the capacity.", limit);
    }
}
