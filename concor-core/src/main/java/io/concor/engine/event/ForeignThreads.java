package io.concor.engine.event;

import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The threads that run events of a flow and are no workers. The context of an event notes its thread; a virtual one is kept
 * here, too, because the JVM lists only other threads: until the next event with that context runs on such a thread. Thread-safe.
 */
public final class ForeignThreads {

    private final ContextPool contexts;
    /**
     * The virtual thread that last ran an event with each context, and may have ended; null until there is one. Not volatile: the
     * array has only final fields, and a thread that has an event has seen the array if the event has an entry in it.
     */
    private @Nullable AtomicReferenceArray<@Nullable Thread> virtual;

    public ForeignThreads(ContextPool contexts) {
        this.contexts = contexts;
    }

    /**
     * Returns the note of the calling thread. A thread that brings an event asks for it before it takes a context: after that
     * atomic operation, the processor would wait for what is read here.
     */
    public static int note() {
        return ForeignSite.note(Thread.currentThread());
    }

    /** The calling thread, which is no worker, runs the event. */
    public void enter(Context context) {
        context.noteThread(note());
        keep(context);
    }

    /** The calling thread, whose note the event has, runs the event: keeps it if it is virtual. */
    public void keep(Context context) {
        if (VirtualThreads.EXIST) {
            Thread caller = Thread.currentThread();
            if (VirtualThreads.isVirtual(caller)) {
                keep(context, caller);
            } else {
                forget(context);
            }
        }
    }

    private void keep(Context context, Thread caller) {
        try {
            virtualThreads().setOpaque(context.index, caller);
        } catch (OutOfMemoryError noMemory) {
            // no stop recognizes that this thread waits for it
        }
    }

    private AtomicReferenceArray<@Nullable Thread> virtualThreads() {
        AtomicReferenceArray<@Nullable Thread> present = virtual;
        return present == null ? createVirtualThreads() : present;
    }

    private synchronized AtomicReferenceArray<@Nullable Thread> createVirtualThreads() {
        AtomicReferenceArray<@Nullable Thread> present = virtual;
        if (present == null) {
            present = new AtomicReferenceArray<>(contexts.mostContexts());
            virtual = present;
        }
        return present;
    }

    /** The calling thread is about to give the event away before its end. */
    public void leave(Context context) {
        context.forgetThread();
        forget(context);
    }

    private void forget(Context context) {
        AtomicReferenceArray<@Nullable Thread> present = virtual;
        if (present != null && present.getOpaque(context.index) != null) {
            present.setOpaque(context.index, null);
        }
    }

    /** Returns the threads that have events. Looks at all threads of the JVM, so it is slow. */
    public Stream<Thread> all() {
        boolean none = Stream.of(contexts.all()).noneMatch(Context::isOnForeignThread);
        return none
                ? Stream.empty()
                : Stream.concat(platformThreads(), virtualOnes()).filter(this::hasEvent);
    }

    private static Stream<Thread> platformThreads() {
        return Thread.getAllStackTraces().keySet().stream();
    }

    private synchronized Stream<Thread> virtualOnes() {
        AtomicReferenceArray<@Nullable Thread> present = virtual;
        return present == null
                ? Stream.empty()
                : IntStream.range(0, present.length())
                        .mapToObj(present::getOpaque)
                        .flatMap(Stream::ofNullable);
    }

    private boolean hasEvent(Thread thread) {
        return Stream.of(contexts.all()).anyMatch(context -> context.isRunBy(thread));
    }
}
