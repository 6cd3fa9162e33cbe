package io.concor.autoconfigure;

import org.jspecify.annotations.Nullable;

/** A flow cannot be made as it is configured. */
final class FlowConfigurationException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Place place;
    private final transient FlowProblem problem;

    FlowConfigurationException(Place place, FlowProblem problem) {
        this(place, problem, null);
    }

    FlowConfigurationException(Place place, FlowProblem problem, @Nullable Throwable cause) {
        super("%s: %s. %s".formatted(place, problem.problem(), problem.remedy()), cause);
        this.place = place;
        this.problem = problem;
    }

    Place place() {
        return place;
    }

    FlowProblem problem() {
        return problem;
    }
}
