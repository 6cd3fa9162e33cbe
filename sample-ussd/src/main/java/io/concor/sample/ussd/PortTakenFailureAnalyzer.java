package io.concor.sample.ussd;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Says what to do when the receiver's port is taken. */
class PortTakenFailureAnalyzer extends AbstractFailureAnalyzer<PortTakenException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, PortTakenException cause) {
        return new FailureAnalysis(
                "The receiver, which stands in for the operator, cannot listen on port " + cause.port()
                        + " of the local host.",
                "Stop what listens there, set ussd.receiver.port to another port, or switch the receiver off by"
                        + " ussd.receiver.enabled=false.",
                cause);
    }
}
