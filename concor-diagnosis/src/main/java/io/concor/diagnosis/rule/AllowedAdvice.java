package io.concor.diagnosis.rule;

import io.concor.JoinSettings;
import io.concor.diagnosis.verdict.Sentence;
import io.concor.diagnosis.verdict.Verdict.Advice;
import io.concor.diagnosis.verdict.Verdict.SlotAdvice;
import java.util.List;
import java.util.Optional;

/** Advice that can be followed: a change that breaks a rule or a limit is replaced by one with fewer threads, or by words. */
record AllowedAdvice(Situation situation, LayoutCheck check) {

    List<Advice> of(List<Advice> advice) {
        return advice.stream().map(this::allowed).toList();
    }

    private Advice allowed(Advice advice) {
        SlotAdvice change = advice.change();
        JoinSettings wanted = change == null ? null : change.settings();
        return change == null || wanted == null
                ? advice
                : check.violation(change.slot(), wanted)
                        .map(violation -> instead(advice, change.slot(), wanted, violation))
                        .orElse(advice);
    }

    private Advice instead(Advice advice, String slot, JoinSettings wanted, String violation) {
        int present = presentThreads(slot);
        int most = mostThreads(slot, wanted, present);
        return most > present
                ? new Advice(
                        Sentence.of(
                                "Give slot '%s' %s. More are not allowed: %s.",
                                slot, Sentence.counted(most, "thread", "threads"), violation),
                        null,
                        null,
                        new SlotAdvice(slot, wanted.threads(most), null))
                : Advice.ofText(Sentence.of("%s But that is not allowed: %s.", advice.text(), violation));
    }

    private int presentThreads(String slot) {
        return Optional.ofNullable(situation.flow().layout().slots().get(slot))
                .map(JoinSettings::threads)
                .orElse(0);
    }

    /** Returns the largest allowed number of threads below the wanted one; the present one if none is larger. */
    private int mostThreads(String slot, JoinSettings wanted, int present) {
        int allowed = present;
        int forbidden = wanted.threads();
        while (forbidden - allowed > 1) {
            int middle = (allowed + forbidden) / 2;
            if (check.violation(slot, wanted.threads(middle)).isEmpty()) {
                allowed = middle;
            } else {
                forbidden = middle;
            }
        }
        return allowed;
    }
}
