package io.concor.benchmarks.pipeline;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.benchmarks.workload.AsyncClient;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Step;
import io.concor.benchmarks.workload.Step.AsyncCall;
import io.concor.benchmarks.workload.Step.Call;
import io.concor.benchmarks.workload.Work;
import java.time.Duration;
import java.util.function.IntFunction;

/** A Concor flow that is called by {@code apply}. */
final class ConcorPipeline implements Pipeline {

    /** Long enough that no event times out if the machine stalls. The clock ticks as often as with 30 s. */
    private static final Duration TIMEOUT = Duration.ofHours(1);

    private final Flow<Event, Event> flow;

    private ConcorPipeline(Shape shape, int maxInFlight, Sampling sampling, IntFunction<JoinSettings> joins) {
        flow = flow(shape, maxInFlight, sampling, joins);
    }

    static ConcorPipeline onPlatformThreads(Shape shape, int maxInFlight, Sampling sampling) {
        return new ConcorPipeline(
                shape,
                maxInFlight,
                sampling,
                threads -> threads == 1 ? JoinSettings.single() : JoinSettings.fixed(threads));
    }

    static ConcorPipeline onVirtualThreads(Shape shape, int maxInFlight, Sampling sampling) {
        return new ConcorPipeline(shape, maxInFlight, sampling, JoinSettings::virtual);
    }

    private static Flow<Event, Event> flow(
            Shape shape, int maxInFlight, Sampling sampling, IntFunction<JoinSettings> joins) {
        FlowBuilder<Event, Event> builder = Flows.<Event>create("benchmark");
        for (Step step : shape.steps()) {
            FlowBuilder<Event, Event> slot = step.threads() == 0
                    ? builder.noJoin()
                    : builder.join(joins.apply(step.threads()).capacity(Shape.CAPACITY));
            builder = append(slot, step);
        }
        return builder.maxInFlight(maxInFlight)
                .timeout(TIMEOUT)
                .sampling(sampling)
                .build();
    }

    private static FlowBuilder<Event, Event> append(FlowBuilder<Event, Event> builder, Step step) {
        if (step instanceof Call call) {
            return append(builder, call);
        }
        AsyncClient client = ((AsyncCall) step).client();
        return builder.bind(
                (Event event, io.concor.Continuation<Event> next) -> client.start(event, next::complete), step.name());
    }

    private static FlowBuilder<Event, Event> append(FlowBuilder<Event, Event> builder, Call call) {
        Work work = call.work();
        return switch (call.kind()) {
            case SIMPLE -> builder.map(work, call.name());
            case SINGLE_THREADED -> builder.mapSingleThreaded(work::apply, call.name());
            case SYNCHRONIZED_REMOTE -> builder.mapSynchronizedRemote(work::apply, call.name());
            case SIDE_EFFECT -> builder.forEach(work::apply, call.name());
        };
    }

    @Override
    public void send(Event event) {
        flow.apply(event);
    }

    @Override
    public void close() {
        flow.close();
    }
}
