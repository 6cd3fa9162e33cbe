package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import io.concor.benchmarks.workload.Shape;
import io.concor.benchmarks.workload.Stage;
import io.concor.benchmarks.workload.Work;
import io.reactivex.rxjava3.core.Flowable;
import io.reactivex.rxjava3.core.Scheduler;
import io.reactivex.rxjava3.core.Single;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** RxJava: {@code observeOn} before a stage of one thread, rails or {@code flatMap} for a stage of several. */
final class RxJavaPipeline implements Pipeline {

    private final List<ExecutorService> executors = new ArrayList<>();
    private final EventPublisher publisher = new EventPublisher();
    private final StreamCompletion completion = new StreamCompletion();
    private final StreamSettings settings;

    RxJavaPipeline(Shape shape, StreamSettings settings) {
        this.settings = settings;
        Flowable<Event> flowable = Flowable.fromPublisher(publisher);
        for (Stage stage : shape.stages()) {
            flowable = append(flowable, stage);
        }
        flowable.doOnTerminate(completion::end).subscribe();
    }

    private Flowable<Event> append(Flowable<Event> before, Stage stage) {
        Flowable<Event> flowable = stage.threads() > 1 ? workers(before, stage) : calls(before, stage);
        return stage.callsClient()
                ? flowable.flatMapSingle(
                        event -> Single.<Event>create(result -> stage.client().start(event, result::onSuccess)),
                        false,
                        settings.calls())
                : flowable;
    }

    private Flowable<Event> workers(Flowable<Event> before, Stage stage) {
        return settings.flatMap() ? subscriptions(before, stage) : rails(before, stage);
    }

    private Flowable<Event> calls(Flowable<Event> before, Stage stage) {
        Flowable<Event> flowable =
                stage.threads() == 0 ? before : before.observeOn(scheduler(1), false, settings.capacity());
        for (Work call : stage.calls()) {
            flowable = flowable.map(call::apply);
        }
        return flowable;
    }

    private Flowable<Event> rails(Flowable<Event> before, Stage stage) {
        Work[] calls = stage.calls();
        int prefetch = settings.rail(stage.threads());
        return before.parallel(stage.threads(), prefetch)
                .runOn(scheduler(stage.threads()), prefetch)
                .map(event -> Stage.run(calls, event))
                .sequential(prefetch);
    }

    private Flowable<Event> subscriptions(Flowable<Event> before, Stage stage) {
        Work[] calls = stage.calls();
        Scheduler scheduler = scheduler(stage.threads());
        return before.flatMapSingle(
                event -> Single.fromCallable(() -> Stage.run(calls, event)).subscribeOn(scheduler),
                false,
                settings.capacity());
    }

    private Scheduler scheduler(int threads) {
        ExecutorService executor = Executors.newFixedThreadPool(threads, PipelineThreads::daemon);
        executors.add(executor);
        return Schedulers.from(executor);
    }

    @Override
    public void send(Event event) {
        publisher.push(event);
    }

    @Override
    public void close() {
        publisher.complete();
        completion.await();
        executors.forEach(ExecutorService::shutdown);
    }
}
