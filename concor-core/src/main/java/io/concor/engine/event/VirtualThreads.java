package io.concor.engine.event;

import io.concor.engine.thread.WorkerThreads;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Tells virtual threads from others. */
final class VirtualThreads {

    /** A constant, so that the JIT inlines it: Concor is compiled for Java 17, which has no such method. */
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    /** Whether the JVM has any. A constant, too. */
    static final boolean EXIST = WorkerThreads.virtualThreadsAvailable();

    private VirtualThreads() {}

    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException unavailable) {
            return MethodHandles.dropArguments(MethodHandles.constant(boolean.class, false), 0, Thread.class);
        }
    }

    static boolean isVirtual(Thread thread) {
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable impossible) {
            throw new IllegalStateException("the JVM does not say whether a thread is virtual", impossible);
        }
    }
}
