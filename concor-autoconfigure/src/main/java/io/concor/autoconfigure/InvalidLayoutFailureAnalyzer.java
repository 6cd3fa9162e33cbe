package io.concor.autoconfigure;

import io.concor.InvalidLayoutException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Tells which rule the first layout of a flow that was built in Java breaks. */
final class InvalidLayoutFailureAnalyzer extends AbstractFailureAnalyzer<InvalidLayoutException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidLayoutException cause) {
        Place place = new Place("", cause.flow(), cause.slot(), FailingBean.of(rootFailure));
        return new FailureAnalysis(
                "%s: setting '%s' of the slot: %s.".formatted(place, cause.field(), cause.reason()),
                "Allowed for '%s': %s.".formatted(cause.field(), cause.allowed()),
                cause);
    }
}
