package io.concor.benchmarks.workload;

import io.concor.benchmarks.workload.Step.AsyncCall;
import io.concor.benchmarks.workload.Step.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What is to be done on which threads.
 *
 * @param steps the components, in order
 */
public record Shape(List<Step> steps) {

    /** How many events may wait before each stage, in every variant. */
    public static final int CAPACITY = 1024;

    /** Keeps a copy. */
    public Shape {
        steps = List.copyOf(steps);
    }

    /** The same with something done to each call, a measurement for instance. */
    public Shape each(UnaryOperator<Work> change) {
        return new Shape(steps.stream().map(step -> changed(step, change)).toList());
    }

    /** The same with a call that also counts what has come through, where the last component runs. */
    public Shape endingIn(Sink sink) {
        List<Step> all = new ArrayList<>(steps);
        int last = all.size() - 1;
        UnaryOperator<Work> counted = endsOnOneThread()
                ? work -> event -> sink.accept(work.apply(event))
                : work -> event -> sink.acceptShared(work.apply(event));
        all.set(last, changed(all.get(last), counted));
        return new Shape(all);
    }

    /**
     * Whether the last component runs on one thread. Behind a crossing it need not: where the client calls back before
     * the crossing thread is done with the event, that thread may carry it on.
     */
    private boolean endsOnOneThread() {
        List<Stage> stages = stages();
        Stage last = stages.get(stages.size() - 1);
        return last.threads() == 1 || last.threads() == 0 && last.fedByOne();
    }

    private static Step changed(Step step, UnaryOperator<Work> change) {
        return step instanceof Call call
                ? new Call(call.name(), call.kind(), call.threads(), change.apply(call.work()))
                : step;
    }

    /** How many events may be inside: as many as may wait, before all stages together. */
    public int inFlight() {
        return CAPACITY
                * (int) Math.max(
                        1, steps.stream().filter(step -> step.threads() > 0).count());
    }

    /** The components by the threads that serve them. A stage behind a crossing runs on the client's thread. */
    public List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        boolean fedByOne = true;
        for (int from = 0, to; from < steps.size(); from = to) {
            to = endOfStage(from);
            Stage stage = new Stage(steps.get(from).threads(), steps.subList(from, to), fedByOne);
            stages.add(stage);
            fedByOne = !stage.callsClient() && (stage.threads() == 0 ? fedByOne : stage.threads() == 1);
        }
        return stages;
    }

    private int endOfStage(int from) {
        int to = from + 1;
        while (to < steps.size() && steps.get(to).threads() == 0 && !(steps.get(to - 1) instanceof AsyncCall)) {
            to++;
        }
        return to;
    }

    /** All components as one stage on the driver's thread. */
    public Stage fused() {
        return new Stage(0, steps, true);
    }

    /** Whether one thread does all calls. */
    public boolean isFused() {
        return steps.stream().allMatch(step -> step.threads() == 0 && step instanceof Call);
    }
}
