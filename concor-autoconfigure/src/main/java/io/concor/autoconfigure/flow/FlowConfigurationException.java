package io.concor.autoconfigure.flow;

import io.concor.autoconfigure.properties.ConfigurationException;
import io.concor.autoconfigure.properties.PropertyPath;
import io.concor.text.Sentence;
import org.jspecify.annotations.Nullable;

/** Thrown if a flow cannot be created from its configuration. */
public final class FlowConfigurationException extends ConfigurationException {

    private static final long serialVersionUID = 1L;

    private final PropertyPath place;
    private final String problem;

    FlowConfigurationException(PropertyPath place, FlowProblem problem) {
        this(place, problem, null);
    }

    FlowConfigurationException(PropertyPath place, FlowProblem problem, @Nullable Throwable cause) {
        super(Sentence.of("%s: %s. %s", place, problem.problem(), problem.remedy()), problem.remedy(), cause);
        this.place = place;
        this.problem = problem.problem();
    }

    /** Returns where in the configuration the problem is. */
    public PropertyPath place() {
        return place;
    }

    /** Returns the problem, as a clause that follows the name of the place. */
    public String problem() {
        return problem;
    }

    @Override
    public String description() {
        return Sentence.of("%s: %s.", place, problem);
    }

    @Override
    public String property() {
        return place.property();
    }
}
