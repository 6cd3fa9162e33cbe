package io.concor.diagnosis.signal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The threads outside of the flows that may hold a connection: those of a request, a job or a listener. No pool tells who
 * holds its connections. A thread may hold one if code of the application is on its stack, if it is in a call of a database,
 * or if it does anything at all. One that stays where it was in the last reading, and in which only libraries and the JDK
 * are seen, probably waits for work. To read all stacks takes some milliseconds. For one thread.
 */
final class OtherThreads {

    /** Code of Concor that uses no connection. */
    private static final List<String> OWN = List.of("""
            io.concor.engine. io.concor.manage. io.concor.diagnosis. io.concor.autoconfigure.
            io.concor.kafka.read. io.concor.kafka.write. io.concor.kafka.store. io.concor.kafka.administration.""".split("\\s+"));
    /** While virtual threads run, of which no list exists, so does a thread of this class. */
    private static final String CARRIER = "jdk.internal.misc.CarrierThread";

    /** A thread that wakes up to look for work uses less of a processor. */
    private static final double LITTLE_USE = 0.01;

    /** As many as any pool may have connections. */
    static final int UNKNOWN = Integer.MAX_VALUE;

    private final Supplier<Map<Thread, StackTraceElement[]>> stacks;
    private final ProcessorTimes times;
    private final StackClasses classes = new StackClasses();
    /** What the threads of libraries did in the last reading, by their identifiers. */
    private Map<Long, Seen> before = Map.of();

    OtherThreads(Supplier<Map<Thread, StackTraceElement[]>> stacks, ProcessorTimes times) {
        this.stacks = stacks;
        this.times = times;
    }

    /**
     * What a thread did.
     *
     * @param usedNanos its processor time, or -1 if that is unknown
     */
    private record Seen(List<StackTraceElement> stack, long usedNanos, long nanos) {

        boolean staysSince(Seen earlier) {
            return stack.equals(earlier.stack) && usedNanos - earlier.usedNanos <= LITTLE_USE * (nanos - earlier.nanos);
        }
    }

    /**
     * Returns the threads that may hold a connection now. Virtual threads may be any number.
     *
     * @param ofFlows the threads of the flows, which are counted elsewhere
     * @param application the {@linkplain StackClasses#marks marks} of the code of the application, as far as they are known
     * @param nanos the time
     */
    ConnectionHolders holders(Set<Long> ofFlows, Set<String> application, long nanos) {
        Map<Thread, StackTraceElement[]> all = stacks.get();
        if (all.keySet().stream().anyMatch(thread -> thread.getClass().getName().equals(CARRIER))) {
            return new ConnectionHolders(UNKNOWN, 0, 0);
        }
        Map<Long, Seen> now = new HashMap<>();
        int active = 0;
        int idle = 0;
        for (Map.Entry<Thread, StackTraceElement[]> thread : all.entrySet()) {
            long id = thread.getKey().getId();
            StackTraceElement[] stack = thread.getValue();
            if (ofFlows.contains(id)) {
                continue;
            }
            if (classes.callDatabase(stack) || classes.have(application, stack)) {
                active++;
            } else if (hasOtherCode(stack)) {
                Seen seen = new Seen(List.of(stack), used(id), nanos);
                now.put(id, seen);
                // where it is unknown which code is the application's, any may be
                if (application.isEmpty() || hasMoved(id, seen)) {
                    active++;
                } else {
                    idle++;
                }
            }
        }
        before = now;
        return new ConnectionHolders(active, 0, idle);
    }

    private static boolean hasOtherCode(StackTraceElement[] stack) {
        return Stream.of(stack)
                .map(StackTraceElement::getClassName)
                .anyMatch(type -> !StackClasses.isOfJdk(type) && OWN.stream().noneMatch(type::startsWith));
    }

    private long used(long id) {
        long[] nanos = times.ofThreads(List.of(id));
        return nanos.length == 0 ? -1 : nanos[0];
    }

    private boolean hasMoved(long id, Seen seen) {
        Seen earlier = before.get(id);
        return earlier != null && !seen.staysSince(earlier);
    }
}
