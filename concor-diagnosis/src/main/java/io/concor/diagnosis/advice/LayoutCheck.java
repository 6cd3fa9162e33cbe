package io.concor.diagnosis.advice;

import io.concor.JoinSettings;
import java.util.Optional;

/** Tells which changes of a flow are allowed. Called by the thread that runs simulations. */
@FunctionalInterface
public interface LayoutCheck {

    /** Returns which rule or limit a slot with other settings would break, in words; empty for none. */
    Optional<String> violation(String slot, JoinSettings settings);
}
