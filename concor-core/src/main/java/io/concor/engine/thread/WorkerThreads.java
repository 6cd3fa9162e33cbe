package io.concor.engine.thread;

import io.concor.JoinSettings;
import io.concor.PoolKind;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates the threads of a pool, named {@code <flow>.<slot>-<number>}. They are daemons: they do not keep the JVM alive.
 */
public final class WorkerThreads {

    private static final int FIRST_JAVA_WITH_VIRTUAL_THREADS = 21;

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
            case SINGLE, FIXED, CACHED, KEYED -> WorkerThreads::platformThread;
            case VIRTUAL -> virtualThreads();
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
        thread.setDaemon(true);
        return thread;
    }

    public static boolean virtualThreadsAvailable() {
        return Runtime.version().feature() >= FIRST_JAVA_WITH_VIRTUAL_THREADS;
    }

    /** Uses reflection: Concor is compiled for Java 17. */
    private static ThreadFactory virtualThreads() {
        try {
            Class<?> type = Class.forName("java.lang.Thread$Builder$OfVirtual");
            Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
            type.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(builder, false);
            return (ThreadFactory) type.getMethod("factory").invoke(builder);
        } catch (ReflectiveOperationException unavailable) {
            String problem = "virtual threads need Java " + FIRST_JAVA_WITH_VIRTUAL_THREADS + ", this is ";
            throw new IllegalStateException(problem + Runtime.version(), unavailable);
        }
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
                case SINGLE, FIXED, KEYED -> new PoolBounds(threads, threads, 0);
                case CACHED -> new PoolBounds(1, threads, settings.keepAlive().toNanos());
                case VIRTUAL -> new PoolBounds(1, threads, VIRTUAL_KEEP_ALIVE_NANOS);
            };
        }
    }
}
