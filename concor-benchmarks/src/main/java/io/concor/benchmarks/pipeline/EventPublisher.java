package io.concor.benchmarks.pipeline;

import io.concor.benchmarks.workload.Event;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscriber;
import org.reactivestreams.Subscription;

/** Publishes events to a reactive stream. The single pushing thread waits until the stream requests events. */
final class EventPublisher implements Publisher<Event>, Subscription {

    private final AtomicLong requested = new AtomicLong();
    private @Nullable Subscriber<? super Event> subscriber;
    private volatile @Nullable Thread waiting;
    private volatile boolean cancelled;
    private long sent;
    private long allowed;

    @Override
    public void subscribe(Subscriber<? super Event> stream) {
        subscriber = stream;
        stream.onSubscribe(this);
    }

    @Override
    public void request(long count) {
        requested.updateAndGet(before -> before + count < 0 ? Long.MAX_VALUE : before + count);
        Thread thread = waiting;
        if (thread != null) {
            LockSupport.unpark(thread);
        }
    }

    void push(Event event) {
        if (sent == allowed) {
            awaitRequest();
        }
        sent++;
        stream().onNext(event);
    }

    private void awaitRequest() {
        waiting = Thread.currentThread();
        while ((allowed = requested.get()) == sent && !cancelled) {
            LockSupport.park(this);
        }
        waiting = null;
    }

    void complete() {
        stream().onComplete();
    }

    private Subscriber<? super Event> stream() {
        Subscriber<? super Event> stream = subscriber;
        if (stream == null) {
            throw new IllegalStateException("The publisher has no subscriber: subscribe before pushing");
        }
        return stream;
    }

    @Override
    public void cancel() {
        cancelled = true;
    }
}
