package io.concor.benchmarks.pipeline;

/** All components one after the other, over an array: what a flow without any join is to be compared with. */
final class Loop implements Pipeline {

    private final Work[] calls;

    Loop(Shape shape) {
        calls = shape.fused().calls();
    }

    @Override
    public void send(Event event) {
        run(calls, event);
    }

    static Event run(Work[] calls, Event event) {
        Event current = event;
        for (Work call : calls) {
            current = call.apply(current);
        }
        return current;
    }

    @Override
    public void close() {}
}
