package io.concor.autoconfigure.diagnostics;

import io.concor.InvalidSettingException;
import io.concor.text.Sentence;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/**
 * Reports a setting that is out of bounds, in a property or in a flow that was built in Java. Runs before Boot's
 * analyzers, which know less.
 */
@Order(Ordered.HIGHEST_PRECEDENCE + 1)
final class InvalidSettingFailureAnalyzer extends AbstractFailureAnalyzer<InvalidSettingException> {

    private final PropertyOrigins origins;

    InvalidSettingFailureAnalyzer(Environment environment) {
        this.origins = new PropertyOrigins(environment);
    }

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidSettingException cause) {
        BindException binding = findCause(rootFailure, BindException.class);
        return new FailureAnalysis(
                binding == null ? built(rootFailure, cause) : bound(binding, cause),
                Sentence.of("Allowed for '%s': %s.", cause.field(), cause.allowed()),
                cause);
    }

    private String bound(BindException binding, InvalidSettingException cause) {
        String property = binding.getName() + "." + cause.field();
        return Sentence.of("Property '%s': %s.%n%n%s", property, cause.reason(), origins.describe(property));
    }

    private static String built(Throwable rootFailure, InvalidSettingException cause) {
        return Sentence.of("%s: setting '%s': %s.", FailingBean.named(rootFailure), cause.field(), cause.reason());
    }
}
