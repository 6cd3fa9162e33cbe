package io.concor.autoconfigure.flow;

import io.concor.autoconfigure.properties.PropertyPath;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Thrown if a flow cannot be created from its configuration. */
public final class FlowConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final PropertyPath place;
    private final String problem;
    private final String remedy;

    FlowConfigurationException(PropertyPath place, FlowProblem problem) {
        this(place, problem, null);
    }

    FlowConfigurationException(PropertyPath place, FlowProblem problem, @Nullable Throwable cause) {
        super(String.format(Locale.ROOT, "%s: %s. %s", place, problem.problem(), problem.remedy()), cause);
        this.place = place;
        this.problem = problem.problem();
        this.remedy = problem.remedy();
    }

    /** Where in the configuration the problem is. */
    public PropertyPath place() {
        return place;
    }

    /** The problem, as a clause that follows the name of the place. */
    public String problem() {
        return problem;
    }

    /** How to fix the problem, in one or more sentences. */
    public String remedy() {
        return remedy;
    }
}
