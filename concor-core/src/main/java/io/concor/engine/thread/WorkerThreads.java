package io.concor.engine.thread;

import io.concor.PoolKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Makes the threads of a pool: named {@code <flow>.<slot>-<number>}, not daemons, so that a JVM does not end under
 * events.
 */
public final class WorkerThreads {

    private final ThreadFactory factory;
    private final String prefix;
    private final AtomicInteger number = new AtomicInteger();
    private final ClassLoader classLoader;

    public WorkerThreads(PoolKind kind, String flow, String slot, ClassLoader classLoader) {
        this(factory(kind), flow + "." + slot + "-", classLoader);
    }

    public WorkerThreads(ThreadFactory factory, String prefix, ClassLoader classLoader) {
        this.factory = factory;
        this.prefix = prefix;
        this.classLoader = classLoader;
    }

    private static ThreadFactory factory(PoolKind kind) {
        return switch (kind) {
            case SINGLE, FIXED, CACHED -> WorkerThreads::platformThread;
            case VIRTUAL -> VirtualThreads.factory();
        };
    }

    public Thread create(Runnable body) {
        Thread thread = factory.newThread(body);
        thread.setName(prefix + number.incrementAndGet());
        thread.setContextClassLoader(classLoader);
        return thread;
    }

    /**
     * Takes nothing over from the thread that happens to start it: no thread-locals, no priority, not to be a daemon.
     */
    private static Thread platformThread(Runnable body) {
        Thread thread = new Thread(null, body, "", 0, false);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setDaemon(false);
        return thread;
    }

    /** Virtual threads, which the Java that Concor is compiled for does not know. */
    public static final class VirtualThreads {

        private static final int FIRST_JAVA = 21;

        private VirtualThreads() {}

        public static boolean available() {
            return Runtime.version().feature() >= FIRST_JAVA;
        }

        private static ThreadFactory factory() {
            try {
                Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
                MethodHandles.Lookup lookup = MethodHandles.publicLookup();
                MethodHandle ofVirtual = lookup.findStatic(Thread.class, "ofVirtual", MethodType.methodType(builder));
                MethodHandle factory =
                        lookup.findVirtual(builder, "factory", MethodType.methodType(ThreadFactory.class));
                MethodHandle inherit = lookup.findVirtual(
                        builder, "inheritInheritableThreadLocals", MethodType.methodType(builder, boolean.class));
                return (ThreadFactory) factory.invoke(inherit.invoke(ofVirtual.invoke(), false));
            } catch (Throwable unavailable) {
                throw new IllegalStateException(
                        "virtual threads need Java %d, this is %s".formatted(FIRST_JAVA, Runtime.version()),
                        unavailable);
            }
        }
    }
}
