package io.concor.diagnosis.autopilot;

import io.concor.JoinSettings;
import io.concor.diagnosis.Goal;
import io.concor.diagnosis.advice.ThreadNeeds;
import io.concor.diagnosis.autopilot.AutopilotStatus.Decision;
import io.concor.diagnosis.autopilot.TrialJudge.Judgement;
import io.concor.diagnosis.forecast.Forecast;
import io.concor.diagnosis.verdict.Verdict.Performance;
import io.concor.text.Sentence;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Explains decisions in sentences. */
final class Explanation {

    private Explanation() {}

    static Decision of(PlanRequest request, ChosenChange choice, Instant now) {
        return new Decision(
                now,
                Sentence.of("%s: %s.", purpose(request), choice.candidate().describe(request.present())),
                evidence(request, choice),
                choice.candidate().slots(),
                choice.predicted(),
                null);
    }

    private static List<String> evidence(PlanRequest request, ChosenChange choice) {
        return Stream.of(
                        Stream.of(request.verdict().summary(), needs(request)),
                        beyondNeeds(request, choice.candidate()).stream(),
                        Stream.of(prediction(request, choice)),
                        Forecast.caveats(request.situation()).stream(),
                        order(request, choice.candidate()).stream())
                .flatMap(sentences -> sentences)
                .toList();
    }

    /** Explains why slots get more threads than the needs that are listed. */
    private static Optional<String> beyondNeeds(PlanRequest request, Candidate change) {
        String why = request.purpose() == PlanPurpose.INCREASE
                ? "These are averages. In the simulation, where arrivals and times vary, more threads are better"
                : "A change removes at most a quarter of a pool, or one thread, so more remain";
        return request.needs().entrySet().stream()
                .filter(need -> exceeds(request, change, need.getKey(), need.getValue()))
                .map(need -> Sentence.of("'%s' %d", need.getKey(), threads(change.slots(), need.getKey())))
                .reduce((some, more) -> some + ", " + more)
                .map(slots -> Sentence.of("%s: %s.", why, slots));
    }

    /** Whether a change gives a slot more threads than it needs. An increase may also change something else. */
    private static boolean exceeds(PlanRequest request, Candidate change, String slot, int need) {
        JoinSettings present = request.present().get(slot);
        int before = request.purpose() == PlanPurpose.INCREASE && present != null ? present.threads() : 0;
        return threads(change.slots(), slot) > Math.max(need, before);
    }

    /** Returns the number of threads that a change gives a slot; 0 if it leaves the slot alone. */
    private static int threads(Map<String, Optional<JoinSettings>> changes, String slot) {
        return changes.getOrDefault(slot, Optional.empty())
                .map(JoinSettings::threads)
                .orElse(0);
    }

    private static Optional<String> order(PlanRequest request, Candidate change) {
        return change.orderLostFrom(request.situation())
                .map(slot -> Sentence.of(
                        "From slot '%s' on, the order of events is no longer kept: several threads run what one ran. If it matters, make its tasks single-threaded, or set the mode of the autopilot to advise.",
                        slot));
    }

    private static String purpose(PlanRequest request) {
        return request.purpose() == PlanPurpose.INCREASE
                ? Sentence.of("Relieve %s", place(request))
                : "Use fewer threads";
    }

    private static String place(PlanRequest request) {
        String component = request.topic().component();
        return component == null ? "the flow" : Sentence.of("'%s'", component);
    }

    static Decision ofNothing(PlanRequest request, Search search, Instant now) {
        return new Decision(
                now,
                Sentence.of(
                        "No layout is expected to relieve %s of %s.",
                        place(request), request.topic().cause()),
                Stream.concat(
                                Stream.of(request.verdict().summary(), needs(request), comparison(request, search)),
                                Forecast.caveats(request.situation()).stream())
                        .toList(),
                Map.of(),
                null,
                null);
    }

    private static String comparison(PlanRequest request, Search search) {
        return search.comparison()
                .map(compared -> Sentence.of(
                        "%s, the best is predicted to handle %s, the present one %s.",
                        simulated(request, compared.layouts()), text(compared.best()), text(compared.present())))
                .orElse(
                        "No other layout could be tried: each would break a rule or a limit of the flow, or did not help before.");
    }

    private static String needs(PlanRequest request) {
        return request.needs().isEmpty()
                ? "No slot took an event."
                : request.needs().entrySet().stream()
                        .map(need -> Sentence.of("'%s' %d", need.getKey(), need.getValue()))
                        .collect(Collectors.joining(", ", needed(request), "."));
    }

    private static String needed(PlanRequest request) {
        String threads = request.purpose() == PlanPurpose.INCREASE
                ? Sentence.of(
                        "Threads needed for %.0f events per second",
                        PlanRequest.rate(request.situation(), request.goal()))
                : "Most threads needed lately";
        return Sentence.of("%s, at a utilisation of %.0f %%: ", threads, 100 * ThreadNeeds.UTILISATION);
    }

    private static String prediction(PlanRequest request, ChosenChange choice) {
        return Sentence.of(
                "%s, %s: %s; the present one %s.",
                simulated(request, choice.compared()),
                which(request, choice),
                text(choice.predicted()),
                text(choice.otherwise()));
    }

    private static String simulated(PlanRequest request, int layouts) {
        String of = "Of " + Sentence.counted(layouts, "layout", "layouts");
        return PredictedGoal.of(request).rate().stream()
                .mapToObj(rate -> of + Sentence.of(", simulated at %.0f events per second to have a reserve", rate))
                .findFirst()
                .orElse(of);
    }

    private static String which(PlanRequest request, ChosenChange choice) {
        if (choice.enough()) {
            return "this one has the fewest threads of those that are expected to suffice with a margin of 10 %";
        }
        return request.knowsWhatIsWanted()
                ? "none is expected to suffice in one step, which at most doubles a pool; this is the best one"
                : "this one has the fewest threads of those whose throughput is close to the highest; callers wait, so it is unknown how many events would arrive";
    }

    private static String text(Performance performance) {
        return text(performance.throughputPerSecond(), performance.p99Micros());
    }

    private static String text(double throughput, double p99Micros) {
        return p99Micros <= 0
                ? Sentence.of("%.0f events per second with an unknown p99", throughput)
                : Sentence.of("%.0f events per second with a p99 of %s", throughput, Sentence.duration(p99Micros));
    }

    /** Returns the reason for a change, in one sentence. */
    static String reason(PlanRequest request, ChosenChange choice) {
        String why = request.purpose() == PlanPurpose.INCREASE
                ? withoutStop(request.verdict().summary())
                : "Fewer threads were enough for some time";
        return Sentence.of("%s; expected: %s", why, text(choice.predicted()));
    }

    private static String withoutStop(String sentence) {
        return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
    }

    static String ofTrial(Judgement judgement, Goal goal, MeasuredPerformance before, MeasuredPerformance after) {
        String figures = Sentence.of(
                "%s before, %s after",
                text(before.throughput(), before.p99Micros()), text(after.throughput(), after.p99Micros()));
        return switch (judgement) {
            case HELPED -> Sentence.of("It helped: %s.%s", figures, missing(goal, after));
            case HARMED -> Sentence.of("The flow performs worse: %s.", figures);
            case NO_EFFECT -> Sentence.of("It did not help: %s.", figures);
            case OTHER_LOAD -> Sentence.of("The load changed too much to compare: %s.", figures);
        };
    }

    private static String missing(Goal goal, MeasuredPerformance after) {
        double wanted = goal.p99Micros().orElse(Double.MAX_VALUE);
        if (goal.p99Micros().isPresent() && after.p99Micros() <= 0) {
            return Sentence.of(" It is unknown whether the goal, a p99 of %s, is reached.", Sentence.duration(wanted));
        }
        return after.p99Micros() <= wanted
                ? ""
                : Sentence.of(" The goal, a p99 of %s, is not reached yet.", Sentence.duration(wanted));
    }
}
