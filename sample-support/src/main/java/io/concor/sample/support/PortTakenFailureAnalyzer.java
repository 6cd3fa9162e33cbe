package io.concor.sample.support;

import java.util.Locale;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports what to do when another process listens on the receiver's port. */
class PortTakenFailureAnalyzer extends AbstractFailureAnalyzer<PortTakenException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PortTakenException cause) {
        return new FailureAnalysis(
                "The receiver cannot listen on port " + cause.port()
                        + " of the local host, because another process listens there.",
                String.format(
                        Locale.ROOT,
                        "Stop that process, set %1$s.port to another port, or disable the receiver with %1$s.enabled=false.",
                        cause.properties()),
                cause);
    }
}
