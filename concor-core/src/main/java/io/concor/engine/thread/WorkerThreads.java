package io.concor.engine.thread;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Creates the threads of a pool, named {@code <flow>.<slot>-<number>}. They are not daemons: the JVM does not exit under events. */
public final class WorkerThreads {

    private final ThreadFactory factory;
    private final String prefix;
    private final ClassLoader classLoader;
    private final AtomicInteger number = new AtomicInteger();

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

    /** Inherits no thread-locals, priority or daemon status from the thread that creates it. */
    private static Thread platformThread(Runnable body) {
        Thread thread = new Thread(null, body, "", 0, false);
        thread.setPriority(Thread.NORM_PRIORITY);
        thread.setDaemon(false);
        return thread;
    }

    /**
     * The bounds of a pool.
     *
     * @param least number of threads that never end
     * @param most largest number of threads
     * @param keepAliveNanos how long a surplus thread stays idle; 0 if there are none
     */
    public record PoolBounds(int least, int most, long keepAliveNanos) {

        private static final long VIRTUAL_KEEP_ALIVE_NANOS = TimeUnit.SECONDS.toNanos(1);

        public static PoolBounds of(JoinSettings settings) {
            int threads = settings.threads();
            return switch (settings.pool()) {
                case SINGLE, FIXED -> new PoolBounds(threads, threads, 0);
                case CACHED -> new PoolBounds(1, threads, settings.keepAlive().toNanos());
                case VIRTUAL -> new PoolBounds(1, threads, VIRTUAL_KEEP_ALIVE_NANOS);
            };
        }
    }

    /** Virtual threads by reflection: Concor is compiled for a Java without them. */
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
