package io.concor.sample.ussd.menu;

import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports what is wrong in the file of the menus and what to do. */
class InvalidMenusFailureAnalyzer extends AbstractFailureAnalyzer<InvalidMenusException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidMenusException cause) {
        return new FailureAnalysis(
                "The menus cannot be used. " + cause.what() + ".",
                "Correct the file that ussd.menus names: " + cause.action() + ".",
                cause);
    }
}
