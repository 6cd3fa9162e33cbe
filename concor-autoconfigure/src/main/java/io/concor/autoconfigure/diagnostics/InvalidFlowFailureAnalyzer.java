package io.concor.autoconfigure.diagnostics;

import io.concor.InvalidFlowException;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.text.Sentence;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Reports an invalid flow that was built in Java. */
final class InvalidFlowFailureAnalyzer extends AbstractFailureAnalyzer<InvalidFlowException> {

    @Override
    protected FailureAnalysis analyze(Throwable rootFailure, InvalidFlowException cause) {
        String bean = cause.component() == null
                ? FailingBean.of(rootFailure)
                : FailingBean.otherThan(cause.flow(), rootFailure);
        PropertyPath place = new PropertyPath("", cause.flow(), cause.component(), bean);
        return new FailureAnalysis(Sentence.of("%s: %s.", place, cause.problem()), cause.remedy() + ".", cause);
    }
}
