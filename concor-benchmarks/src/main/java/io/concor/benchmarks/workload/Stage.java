package io.concor.benchmarks.workload;

import io.concor.benchmarks.workload.Step.AsyncCall;
import io.concor.benchmarks.workload.Step.Call;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * Components that run on the same threads: calls, optionally followed by a call of a client.
 *
 * @param threads number of threads; 0 for the thread that delivers the event
 * @param steps the components
 * @param fedByOne whether a single thread delivers the events
 */
public record Stage(int threads, List<Step> steps, boolean fedByOne) {

    /** Returns the calls in order. */
    public Work[] calls() {
        return steps.stream()
                .filter(Call.class::isInstance)
                .map(step -> ((Call) step).work())
                .toArray(Work[]::new);
    }

    public boolean callsClient() {
        return steps.get(steps.size() - 1) instanceof AsyncCall;
    }

    public AsyncClient client() {
        return ((AsyncCall) steps.get(steps.size() - 1)).client();
    }

    /** Calls the client at the end of the stage. */
    public CompletableFuture<Event> callClient(Event event) {
        CompletableFuture<Event> result = new CompletableFuture<>();
        client().start(event, result::complete);
        return result;
    }

    /** Runs calls one after the other. */
    public static Event run(Work[] calls, Event event) {
        Event current = event;
        for (Work call : calls) {
            current = call.apply(current);
        }
        return current;
    }

    /** Returns the stage as one function, which passes its result to the next stage. */
    public Consumer<Event> into(Consumer<? super Event> next) {
        Consumer<? super Event> end = callsClient() ? over(client(), next) : next;
        Work[] calls = calls();
        if (calls.length == 1) {
            Work only = calls[0];
            return event -> end.accept(only.apply(event));
        }
        return event -> end.accept(run(calls, event));
    }

    private static Consumer<Event> over(AsyncClient client, Consumer<? super Event> next) {
        return event -> client.start(event, next);
    }
}
