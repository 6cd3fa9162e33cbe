package io.concor.benchmarks.pipeline;

import io.concor.Flow;
import io.concor.FlowBuilder;
import io.concor.Flows;
import io.concor.JoinSettings;
import io.concor.Sampling;
import io.concor.benchmarks.starter.MeasuredFlows;
import io.concor.benchmarks.starter.Surroundings;
import io.concor.benchmarks.workload.AsyncClient;
import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Step;
import io.concor.benchmarks.workload.Step.AsyncCall;
import io.concor.benchmarks.workload.Step.Call;
import io.concor.benchmarks.workload.Work;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/**
 * A Concor flow that is called by {@code apply}.
 *
 * @param flow the flow
 * @param flows all flows that were started with it, which end with it
 */
record ConcorPipeline(Flow<Event, Event> flow, MeasuredFlows flows) implements Pipeline {

    /** Long enough that no event times out if the machine stalls. The clock ticks as often as with 30 s. */
    private static final Duration TIMEOUT = Duration.ofHours(1);

    @Override
    public void send(Event event) {
        flow.apply(event);
    }

    @Override
    public void close() {
        flows.close();
    }

    /**
     * How flows are built from shapes, and started.
     *
     * @param surroundings what surrounds the flows
     * @param maxInFlight the maximum number of events in the flow of a shape
     * @param joins the join of a stage with a number of threads
     */
    record Setup(Surroundings surroundings, ToIntFunction<Shape> maxInFlight, IntFunction<JoinSettings> joins) {

        static Setup onPlatformThreads(Surroundings surroundings, ToIntFunction<Shape> maxInFlight) {
            return new Setup(
                    surroundings,
                    maxInFlight,
                    threads -> threads == 1 ? JoinSettings.single() : JoinSettings.fixed(threads));
        }

        static Setup onVirtualThreads(Surroundings surroundings, ToIntFunction<Shape> maxInFlight) {
            return new Setup(surroundings, maxInFlight, JoinSettings::virtual);
        }

        List<Pipeline> open(List<Shape> shapes, Instrumentation instrumentation) {
            Sampling sampling = instrumentation.sampling(surroundings.sampling());
            List<Flow<Event, Event>> flows = IntStream.range(0, shapes.size())
                    .mapToObj(i -> flow("benchmark-" + i, shapes.get(i), sampling))
                    .toList();
            MeasuredFlows started = surroundings.start(flows);
            return flows.stream()
                    .<Pipeline>map(flow -> new ConcorPipeline(flow, started))
                    .toList();
        }

        private Flow<Event, Event> flow(String name, Shape shape, Sampling sampling) {
            FlowBuilder<Event, Event> builder = Flows.create(name);
            for (Step step : shape.steps()) {
                FlowBuilder<Event, Event> slot = step.threads() == 0
                        ? builder.noJoin()
                        : builder.join(joins.apply(step.threads()).capacity(Shape.CAPACITY));
                builder = append(slot, step);
            }
            return builder.maxInFlight(maxInFlight.applyAsInt(shape))
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
                    (Event event, io.concor.Continuation<Event> next) -> client.start(event, next::complete),
                    step.name());
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
    }
}
