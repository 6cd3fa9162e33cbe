package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import io.concor.benchmarks.workload.Work;
import java.util.ArrayList;
import java.util.List;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/** Project Reactor: {@code publishOn} before a stage of one thread, rails or {@code flatMap} for a stage of several. */
final class ReactorPipeline implements Pipeline {

    private static final int IDLE_SECONDS = 60;

    private final List<Scheduler> schedulers = new ArrayList<>();
    private final EventPublisher publisher = new EventPublisher();
    private final StreamCompletion completion = new StreamCompletion();
    private final StreamSettings settings;

    ReactorPipeline(Shape shape, StreamSettings settings) {
        this.settings = settings;
        Flux<Event> flux = Flux.from(publisher);
        for (Stage stage : shape.stages()) {
            flux = append(flux, stage);
        }
        flux.doOnTerminate(completion::end).subscribe();
    }

    private Flux<Event> append(Flux<Event> before, Stage stage) {
        Flux<Event> flux = stage.threads() > 1 ? workers(before, stage) : calls(before, stage);
        return stage.callsClient()
                ? flux.flatMap(
                        event -> Mono.<Event>create(result -> stage.client().start(event, result::success)),
                        settings.calls())
                : flux;
    }

    private Flux<Event> workers(Flux<Event> before, Stage stage) {
        return settings.flatMap() ? subscriptions(before, stage) : rails(before, stage);
    }

    private Flux<Event> calls(Flux<Event> before, Stage stage) {
        Flux<Event> flux = stage.threads() == 0 ? before : before.publishOn(scheduler(1), settings.capacity());
        for (Work call : stage.calls()) {
            flux = flux.map(call::apply);
        }
        return flux;
    }

    private Flux<Event> rails(Flux<Event> before, Stage stage) {
        Work[] calls = stage.calls();
        int prefetch = settings.rail(stage.threads());
        return before.parallel(stage.threads(), prefetch)
                .runOn(scheduler(stage.threads()), prefetch)
                .map(event -> Stage.run(calls, event))
                .sequential(prefetch);
    }

    private Flux<Event> subscriptions(Flux<Event> before, Stage stage) {
        Work[] calls = stage.calls();
        Scheduler scheduler =
                closed(Schedulers.newBoundedElastic(stage.threads(), settings.capacity(), "stage", IDLE_SECONDS, true));
        return before.flatMap(
                event -> Mono.fromCallable(() -> Stage.run(calls, event)).subscribeOn(scheduler), settings.capacity());
    }

    private Scheduler scheduler(int threads) {
        return closed(Schedulers.newParallel("stage", threads, true));
    }

    private Scheduler closed(Scheduler scheduler) {
        schedulers.add(scheduler);
        return scheduler;
    }

    @Override
    public void send(Event event) {
        publisher.push(event);
    }

    @Override
    public void close() {
        publisher.complete();
        completion.await();
        schedulers.forEach(Scheduler::dispose);
    }
}
