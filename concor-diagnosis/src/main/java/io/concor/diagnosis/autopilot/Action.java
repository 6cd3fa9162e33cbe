package io.concor.diagnosis.autopilot;

/** What is to be done about a flow. */
sealed interface Action {

    /** Nothing. */
    enum None implements Action {
        NONE
    }

    /** To choose a change, and to try it. */
    record Plan(PlanRequest request) implements Action {}

    /**
     * To keep the change on trial.
     *
     * @param reason a sentence with the evidence
     */
    record Keep(Trial trial, String reason) implements Action {}

    /**
     * To undo the change on trial.
     *
     * @param ineffective whether the change is known not to help
     */
    record TakeBack(Trial trial, String reason, boolean ineffective) implements Action {}
}
