package io.concor.experiments.laboratory;

import io.concor.diagnosis.verdict.Cause;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.experiments.laboratory.flow.LaboratoryFlow;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A cause planted in a flow, or a healthy run.
 *
 * @param name the name of the plant
 * @param expected the causes; none for a healthy run
 * @param match how many of the causes a verdict must name
 * @param rate for a plant the number of events per second that the cause allows, for a healthy run that of the load
 * @param jvmOptions options of the JVM in which it runs; without any, it runs in that of the laboratory
 * @param planting changes the flow
 */
record Plant(
        String name,
        List<Expected> expected,
        Match match,
        double rate,
        List<String> jvmOptions,
        Consumer<LaboratoryFlow> planting)
        implements Expectation {

    /** How many of the causes a verdict must name. */
    enum Match {
        /** Any of them: the closed list has no single name for what was planted. */
        ANY,
        /** One of them, with the others among the suspects. */
        ALL
    }

    /**
     * What a verdict is expected to name.
     *
     * @param component its component; null for any
     */
    record Expected(Cause cause, @Nullable String component) {

        boolean names(@Nullable Cause named, @Nullable String at) {
            return cause == named && (component == null || component.equals(at));
        }

        boolean isIn(Verdict verdict) {
            return names(verdict.cause(), verdict.component())
                    || verdict.suspects().stream().anyMatch(other -> names(other.cause(), other.component()));
        }

        @Override
        public String toString() {
            return component == null ? cause.toString() : cause + " at " + component;
        }
    }

    static Plant of(String name, Cause cause, @Nullable String component, double rate, Consumer<LaboratoryFlow> plan) {
        return new Plant(name, List.of(new Expected(cause, component)), Match.ANY, rate, List.of(), plan);
    }

    /** Creates a plant for which the closed list of causes has no single name. */
    static Plant either(String name, Expected one, Expected other, double rate, Consumer<LaboratoryFlow> plan) {
        return new Plant(name, List.of(one, other), Match.ANY, rate, List.of(), plan);
    }

    static Plant healthy(String name, double rate, Consumer<LaboratoryFlow> plan) {
        return new Plant(name, List.of(), Match.ANY, rate, List.of(), plan);
    }

    /** Returns a copy that runs in a JVM of its own. */
    Plant inJvm(String... options) {
        return new Plant(name, expected, match, rate, List.of(options), planting);
    }
}
