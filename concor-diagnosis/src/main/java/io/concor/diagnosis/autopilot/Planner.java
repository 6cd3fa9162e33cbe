package io.concor.diagnosis.autopilot;

import io.concor.diagnosis.autopilot.Search.Comparison;
import io.concor.diagnosis.forecast.Forecast;
import io.concor.diagnosis.verdict.Verdict;
import io.concor.diagnosis.verdict.Verdict.Performance;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Chooses a change: the candidates that the manager would accept are simulated, and of those that keep the goal with a
 * margin of ten percent, the one with the fewest threads is taken. If none keeps it, the best one is taken, provided that it
 * is better than the present layout.
 *
 * @param allowed whether the manager would accept a change
 */
record Planner(Predicate<Candidate> allowed, Function<PlanRequest, Predictor> predictors, LongSupplier nanoClock) {

    private static final long MOST_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final Comparator<Option> BEST_FIRST = Comparator.comparingInt(Option::threads)
            .thenComparingDouble(option -> option.predicted().p99Micros());

    /** Predicts what a change would bring. */
    @FunctionalInterface
    interface Predictor {

        /** @param rate the rate at which events arrive; empty if more wait for admission than the flow can handle */
        Performance predict(Candidate candidate, OptionalDouble rate);
    }

    /** A candidate that was simulated. */
    private record Option(Candidate candidate, Performance predicted, int threads) {}

    static Predictor simulation(PlanRequest request) {
        Verdict verdict = request.verdict();
        Forecast forecast = new Forecast(verdict.flow(), request.situation(), verdict.limitedBy());
        return (candidate, rate) -> forecast.predict(candidate.slots(), rate).predicted();
    }

    /** Searches for a change to try. */
    Search search(PlanRequest request) {
        PredictedGoal goal = PredictedGoal.of(request);
        Predictor predictor = predictors.apply(request);
        List<Candidate> candidates =
                new CandidateLayouts(request).all().stream().filter(allowed).toList();
        if (candidates.isEmpty()) {
            return Search.NOTHING_ALLOWED;
        }
        Performance present = predictor.predict(Candidate.NOTHING, goal.rate());
        List<Option> options = options(request, candidates, predictor, goal.rate());
        Optional<ChosenChange> choice = best(options, goal, request.purpose(), present)
                .map(best -> new ChosenChange(
                        best.candidate(),
                        best.predicted(),
                        present,
                        options.size(),
                        request.purpose() == PlanPurpose.DECREASE || goal.isMet(best.predicted())));
        Optional<Comparison> comparison =
                mostPromising(options, goal).map(best -> new Comparison(options.size(), best, present));
        return new Search(comparison, choice);
    }

    /** The most promising candidates come first: those that the time does not suffice for are left out. */
    private List<Option> options(
            PlanRequest request, List<Candidate> candidates, Predictor predictor, OptionalDouble rate) {
        long start = nanoClock.getAsLong();
        return candidates.stream()
                .takeWhile(candidate -> nanoClock.getAsLong() - start < MOST_NANOS)
                .map(candidate ->
                        new Option(candidate, predictor.predict(candidate, rate), candidate.threads(request.present())))
                .toList();
    }

    private static Optional<Option> best(
            List<Option> options, PredictedGoal goal, PlanPurpose purpose, Performance otherwise) {
        if (purpose == PlanPurpose.DECREASE) {
            return options.stream()
                    .filter(option -> goal.isKept(option.predicted(), otherwise))
                    .min(BEST_FIRST);
        }
        List<Option> better = options.stream()
                .filter(option -> goal.isBetter(option.predicted(), otherwise))
                .toList();
        return better.stream()
                .filter(option -> goal.isMet(option.predicted()))
                .min(BEST_FIRST)
                .or(() -> leastOfTheBest(better, goal));
    }

    /** More threads are not worth what they bring if fewer bring nearly the same. */
    private static Optional<Option> leastOfTheBest(List<Option> better, PredictedGoal goal) {
        return mostPromising(better, goal).flatMap(most -> better.stream()
                .filter(option -> goal.isNearly(option.predicted(), most))
                .min(BEST_FIRST));
    }

    private static Optional<Performance> mostPromising(List<Option> options, PredictedGoal goal) {
        return options.stream().map(Option::predicted).reduce(goal::better);
    }
}
