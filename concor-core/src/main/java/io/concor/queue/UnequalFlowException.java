package io.concor.queue;

import io.concor.FlowException;
import io.concor.layout.FlowInstance;
import io.concor.text.Sentence;

/** Another process shares the flow, and has other components, nodes or orders. The cause of a {@link io.concor.QueueStoreException}. */
public final class UnequalFlowException extends FlowException {

    private static final long serialVersionUID = 1L;

    private final String problem;
    private final String remedy;

    /**
     * Describes the difference.
     *
     * @param own the flow as this process has it
     * @param other the other process
     * @param difference the first difference
     * @param remedy what to do, in one or more sentences
     */
    public UnequalFlowException(FlowIdentity own, FlowInstance other, String difference, String remedy) {
        this(own.flow(), problem(own, other, difference), remedy);
    }

    private UnequalFlowException(String flow, String problem, String remedy) {
        super(flow, problem + ". " + remedy, null);
        this.problem = problem;
        this.remedy = remedy;
    }

    private static String problem(FlowIdentity own, FlowInstance other, String difference) {
        return Sentence.of(
                "Flow '%s' is not the same in the instance '%s', which has shared it since %s: %s. Its digest is %s here, and %s there",
                own.flow(), other.name(), other.since(), difference, own.digest(), other.digest());
    }

    /** Returns which process differs, and in what. */
    public String problem() {
        return problem;
    }

    /** Returns what to do. */
    public String remedy() {
        return remedy;
    }
}
