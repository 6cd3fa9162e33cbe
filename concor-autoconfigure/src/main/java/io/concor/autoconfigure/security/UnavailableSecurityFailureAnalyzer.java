package io.concor.autoconfigure.security;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports why the endpoints cannot be protected, and what to add or to set. */
final class UnavailableSecurityFailureAnalyzer extends AbstractFailureAnalyzer<UnavailableSecurityException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, UnavailableSecurityException cause) {
        return new FailureAnalysis(cause.getMessage() + ".", cause.remedy(), cause);
    }
}
