package io.concor.benchmarks.workload;

import io.concor.benchmarks.workload.Step.AsyncCall;
import io.concor.benchmarks.workload.Step.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The components of a pipeline and the threads that run them. Immutable.
 *
 * @param steps the components, in order
 * @param senders number of threads that send events
 */
public record Shape(List<Step> steps, int senders) {

    /** Capacity of the queue before each stage, in every variant. */
    public static final int CAPACITY = 1024;

    /** Copies the list. */
    public Shape {
        steps = List.copyOf(steps);
    }

    /** Returns a shape for one sender. */
    public Shape(List<Step> steps) {
        this(steps, 1);
    }

    /** Returns this shape for a number of sending threads. */
    public Shape sentBy(int threads) {
        return new Shape(steps, threads);
    }

    /** Returns this shape with each call wrapped, for example by a measurement. */
    public Shape each(UnaryOperator<Work> change) {
        return new Shape(steps.stream().map(step -> changed(step, change)).toList(), senders);
    }

    /** Returns this shape with a last component that also passes each event to the sink. */
    public Shape endingIn(Sink sink) {
        List<Step> all = new ArrayList<>(steps);
        int last = all.size() - 1;
        UnaryOperator<Work> counted = endsOnOneThread()
                ? work -> event -> sink.accept(work.apply(event))
                : work -> event -> sink.acceptShared(work.apply(event));
        all.set(last, changed(all.get(last), counted));
        return new Shape(all, senders);
    }

    /**
     * Returns whether the last component runs on one thread. After a call of a client it may not: if the client calls
     * back before the calling thread has finished with the event, that thread may continue with it.
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

    /** Returns the maximum number of events in flight: the capacity of all queues together. */
    public int inFlight() {
        return CAPACITY * Math.max(1, queues());
    }

    /** Returns the number of stages with threads of their own, which have a queue each. */
    public int queues() {
        return (int) steps.stream().filter(step -> step.threads() > 0).count();
    }

    /**
     * Groups the components by the threads that run them. A stage after a call of a client runs on the client's thread.
     */
    public List<Stage> stages() {
        List<Stage> stages = new ArrayList<>();
        boolean fedByOne = senders == 1;
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

    /** Returns all components as one stage on the sender's thread. */
    public Stage fused() {
        return new Stage(0, steps, senders == 1);
    }

    /** Returns whether the sender runs all components. */
    public boolean isFused() {
        return steps.stream().allMatch(step -> step.threads() == 0 && step instanceof Call);
    }
}
