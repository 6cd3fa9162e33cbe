package io.concor.queues;

import io.concor.ConcorException;

/** Types of messages or their upcasters do not fit together: two of one name, or a gap between versions. */
public final class InvalidMessageTypeException extends ConcorException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String remedy;

    /**
     * Creates the exception.
     *
     * @param problem what is wrong, without a full stop
     * @param remedy what to do, without a full stop
     */
    public InvalidMessageTypeException(String problem, String remedy) {
        super(problem + ". " + remedy);
        this.problem = problem;
        this.remedy = remedy;
    }

    /** Returns what is wrong, without a full stop. */
    public String problem() {
        return problem;
    }

    /** Returns what to do, without a full stop. */
    public String remedy() {
        return remedy;
    }
}
