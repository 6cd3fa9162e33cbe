package io.concor.diagnosis.signal;

import java.lang.reflect.Method;
import java.net.URL;
import java.security.CodeSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the classes on a stack are by the types that they implement: a method of a name such as {@code acquire} may be
 * one of a pool, of a lock, or of anything else. A class that cannot be found is none of them. For one thread.
 */
final class StackClasses {

    /** What a thread waits for. */
    enum Awaited {
        /** A connection of a pool. */
        CONNECTION,
        /** A lock of a library: that of the JDK knows its owner. */
        LOCK,
        /** Anything else. */
        OTHER
    }

    /** The types of pools of connections, of data sources, HTTP clients and others. */
    private static final Set<String> POOLS = Set.of(
            "javax.sql.DataSource",
            "javax.sql.ConnectionPoolDataSource",
            "jakarta.resource.spi.ConnectionManager",
            "io.r2dbc.spi.ConnectionFactory",
            "org.apache.commons.pool2.ObjectPool",
            "org.apache.commons.pool2.KeyedObjectPool",
            "org.apache.http.conn.ConnectionRequest",
            "org.apache.http.pool.ConnPool",
            "org.apache.hc.client5.http.io.LeaseRequest",
            "org.apache.hc.core5.pool.ConnPool");
    /** What a method returns that takes a connection, also one of a pool that has a type of its own. */
    private static final Set<String> CONNECTIONS = Set.of("java.sql.Connection", "javax.sql.PooledConnection");

    /** Locks of libraries have the type of those of the JDK, but for those of Curator. */
    private static final Set<String> LOCKS =
            Set.of("java.util.concurrent.locks.Lock", "org.apache.curator.framework.recipes.locks.InterProcessLock");

    private static final List<String> OF_DATABASES = List.of("java.sql.", "javax.sql.");
    private static final List<String> OF_JDK = List.of("java.", "javax.", "jdk.", "sun.", "com.sun.");
    /** Generated classes may be any number. */
    private static final int MOST_KNOWN = 10_000;

    private final @Nullable ClassLoader loader;
    private final Map<String, Traits> known = new HashMap<>();

    /** Finds classes as the calling thread does. */
    StackClasses() {
        this(Thread.currentThread().getContextClassLoader());
    }

    StackClasses(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    /**
     * What a class is, without a reference to it: it may be unloaded.
     *
     * @param database whether it implements a type of JDBC
     * @param origin the place that it was loaded from; empty if that is unknown
     * @param connecting the methods that return a connection
     */
    private record Traits(boolean pool, boolean lock, boolean database, String origin, Set<String> connecting) {

        static final Traits UNKNOWN = new Traits(false, false, false, "", Set.of());
    }

    /** Whether a class is one of the JDK. */
    static boolean isOfJdk(String type) {
        return OF_JDK.stream().anyMatch(type::startsWith);
    }

    /**
     * Returns by what code of the same application is recognised: the place that it was loaded from, and the first two parts of
     * its package, unless they are those of Concor. May be nothing.
     */
    static Set<String> marks(Class<?> type) {
        Set<String> marks = allMarks(type);
        marks.removeAll(allMarks(StackClasses.class));
        return marks;
    }

    private static Set<String> allMarks(Class<?> type) {
        return Stream.of(origin(type), root(type.getName()))
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /** Returns the first two parts of the package of a class; empty if it has fewer. */
    private static Optional<String> root(String type) {
        int first = type.indexOf('.');
        int second = first < 0 ? -1 : type.indexOf('.', first + 1);
        return second < 0 ? Optional.empty() : Optional.of(type.substring(0, second));
    }

    private static Optional<String> origin(Class<?> type) {
        return Optional.ofNullable(type.getProtectionDomain().getCodeSource())
                .map(CodeSource::getLocation)
                .map(URL::toString);
    }

    /** Returns what a thread waits for: the innermost pool or lock on its stack tells. */
    Awaited awaited(StackTraceElement[] stack) {
        return Stream.of(stack)
                .filter(frame -> !isOfJdk(frame.getClassName()))
                .map(this::awaitedIn)
                .filter(awaited -> awaited != Awaited.OTHER)
                .findFirst()
                .orElse(Awaited.OTHER);
    }

    private Awaited awaitedIn(StackTraceElement frame) {
        Traits traits = of(frame.getClassName());
        if (traits.pool() || traits.connecting().contains(frame.getMethodName())) {
            return Awaited.CONNECTION;
        }
        return traits.lock() ? Awaited.LOCK : Awaited.OTHER;
    }

    /** Whether a thread is in a call of a database, or of a pool of its connections. */
    boolean callDatabase(StackTraceElement[] stack) {
        return Stream.of(stack)
                .map(StackTraceElement::getClassName)
                .anyMatch(type -> !isOfJdk(type) && of(type).database());
    }

    /** Whether a class on a stack has one of some {@linkplain #marks marks}. */
    boolean have(Set<String> marks, StackTraceElement[] stack) {
        return Stream.of(stack)
                .map(StackTraceElement::getClassName)
                .filter(type -> !isOfJdk(type))
                .anyMatch(type -> root(type).filter(marks::contains).isPresent() || marks.contains(of(type).origin()));
    }

    private Traits of(String type) {
        if (known.size() >= MOST_KNOWN) {
            known.clear();
        }
        return known.computeIfAbsent(type, this::find);
    }

    private Traits find(String type) {
        try {
            Class<?> found = Class.forName(type, false, loader);
            return new Traits(
                    isAny(found, POOLS::contains),
                    isAny(found, LOCKS::contains),
                    isAny(found, name -> OF_DATABASES.stream().anyMatch(name::startsWith)),
                    origin(found).orElse(""),
                    connecting(found));
        } catch (ClassNotFoundException | LinkageError unknown) {
            return Traits.UNKNOWN;
        }
    }

    /** The types in the signatures of methods may be missing. */
    private static Set<String> connecting(Class<?> type) {
        try {
            return Stream.of(type.getDeclaredMethods())
                    .filter(method -> isAny(method.getReturnType(), CONNECTIONS::contains))
                    .map(Method::getName)
                    .collect(Collectors.toUnmodifiableSet());
        } catch (LinkageError missing) {
            return Set.of();
        }
    }

    /** Whether the name of a class, or of one that it extends or implements, is one of some. */
    private static boolean isAny(@Nullable Class<?> type, Predicate<String> names) {
        return type != null
                && (names.test(type.getName())
                        || isAny(type.getSuperclass(), names)
                        || Stream.of(type.getInterfaces()).anyMatch(implemented -> isAny(implemented, names)));
    }
}
