package io.concor.diagnosis.advice;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import java.util.List;

/** Advice that can be followed: of a change that breaks a rule or a limit only the words are left, and why. */
record AllowedAdvice(LayoutCheck check) {

    List<Advice> of(List<Advice> advice) {
        return advice.stream().map(this::allowed).toList();
    }

    private Advice allowed(Advice advice) {
        SlotAdvice change = advice.change();
        JoinSettings wanted = change == null ? null : change.settings();
        return change == null || wanted == null
                ? advice
                : check.violation(change.slot(), wanted)
                        .map(violation ->
                                Advice.ofText(Sentence.of("%s But that is not allowed: %s.", advice.text(), violation)))
                        .orElse(advice);
    }
}
