package io.concor.autoconfigure.propagation;

import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.context.integration.Slf4jThreadLocalAccessor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

/**
 * All elements that are registered at one time. Immutable. Values are set in the order of registration and restored in
 * the reverse order, but the MDC is always the last one, because tracers write to it when scopes are opened and closed.
 */
final class ThreadContextElements {

    private static final boolean OBSERVATIONS = ClassUtils.isPresent(
            "io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor",
            ThreadContextElements.class.getClassLoader());

    private final List<ThreadLocalAccessor<?>> live;
    private final ThreadLocalAccessor<?>[] registered;
    /** The removed elements, the registered ones, the MDC. */
    private final GuardedElement[] elements;

    /** The number of removed elements, which threads may still have from events on their way. */
    private final int retired;

    /** The values of a thread, at the indices of their elements. Immutable. */
    static final class Snapshot {

        private final ThreadContextElements of;
        private final @Nullable Object[] values;

        private Snapshot(ThreadContextElements of, @Nullable Object[] values) {
            this.of = of;
            this.values = values;
        }
    }

    /**
     * Creates the elements of the currently registered accessors.
     *
     * @param live the live list of a registry
     */
    static ThreadContextElements of(List<ThreadLocalAccessor<?>> live) {
        return new ThreadContextElements(live, new GuardedElement[0]);
    }

    private ThreadContextElements(List<ThreadLocalAccessor<?>> live, GuardedElement[] before) {
        this.live = live;
        this.registered = live.toArray(ThreadLocalAccessor[]::new);
        GuardedElement[] carried = carried(registered, before);
        GuardedElement[] gone = Arrays.stream(before)
                .filter(element -> indexOf(element, carried) < 0)
                .toArray(GuardedElement[]::new);
        this.retired = gone.length;
        this.elements = Stream.of(gone, carried).flatMap(Arrays::stream).toArray(GuardedElement[]::new);
    }

    private static GuardedElement[] carried(ThreadLocalAccessor<?>[] registered, GuardedElement[] before) {
        List<GuardedElement> carried = new ArrayList<>();
        GuardedElement mdc = new GuardedElement(MdcElement.present());
        for (ThreadLocalAccessor<?> accessor : registered) {
            if (accessor.key().equals(Slf4jThreadLocalAccessor.KEY)) {
                mdc = new GuardedElement(new AccessorElement(accessor));
            } else {
                carried.add(known(accessor, before).orElseGet(() -> create(accessor)));
            }
        }
        carried.add(mdc);
        return carried.toArray(GuardedElement[]::new);
    }

    private static Optional<GuardedElement> known(ThreadLocalAccessor<?> accessor, GuardedElement[] before) {
        return Arrays.stream(before).filter(element -> element.isOf(accessor)).findFirst();
    }

    private static GuardedElement create(ThreadLocalAccessor<?> accessor) {
        return new GuardedElement(OBSERVATIONS ? ObservationElement.of(accessor) : new AccessorElement(accessor));
    }

    /**
     * Whether these are the registered elements. A registry appends new and replaced accessors, so it is enough to
     * compare the size and the last accessor.
     */
    boolean upToDate() {
        int size = registered.length;
        return live.size() == size && (size == 0 || last(size) == registered[size - 1]);
    }

    private @Nullable ThreadLocalAccessor<?> last(int size) {
        try {
            return live.get(size - 1);
        } catch (IndexOutOfBoundsException removed) {
            return null;
        }
    }

    /** Returns the currently registered elements, and keeps removed ones. */
    ThreadContextElements renewed() {
        return new ThreadContextElements(live, elements);
    }

    /** Returns the index of a compatible element, or a negative number. */
    private static int indexOf(ThreadContextElement element, ThreadContextElement[] elements) {
        for (int i = 0; i < elements.length; i++) {
            if (elements[i].isCompatibleWith(element)) {
                return i;
            }
        }
        return -1;
    }

    /** Captures the values of the calling thread; null if there are none. */
    @Nullable
    Snapshot capture() {
        @Nullable Object @Nullable [] values = null;
        for (int i = retired; i < elements.length; i++) {
            Object held = elements[i].current();
            if (held != null) {
                values = values == null ? new Object[elements.length] : values;
                values[i] = held;
            }
        }
        return values == null ? null : new Snapshot(this, values);
    }

    /** Sets the values of an event on the calling thread and clears all others. */
    void set(@Nullable Snapshot captured) {
        Throwable failure = null;
        for (int i = 0; i < elements.length; i++) {
            try {
                elements[i].set(value(captured, i));
            } catch (RuntimeException | Error thrown) {
                failure = and(failure, thrown);
            }
        }
        rethrow(failure);
    }

    private @Nullable Object value(@Nullable Snapshot held, int index) {
        if (held == null) {
            return null;
        }
        int there = held.of == this ? index : indexOf(elements[index], held.of.elements);
        return there < 0 ? null : held.values[there];
    }

    /** Adds a failure to a previous one, so that a failing element does not prevent the handling of the others. */
    private static Throwable and(@Nullable Throwable before, Throwable thrown) {
        if (before == null) {
            return thrown;
        }
        if (before != thrown) {
            before.addSuppressed(thrown);
        }
        return before;
    }

    private static void rethrow(@Nullable Throwable failure) {
        if (failure instanceof RuntimeException exception) {
            throw exception;
        }
        if (failure instanceof Error error) {
            throw error;
        }
    }

    /** Restores the previous values of the calling thread. */
    void restore(@Nullable Snapshot own) {
        Throwable failure = null;
        int last = elements.length - 1;
        for (int turn = 1; turn <= elements.length; turn++) {
            int i = turn <= last ? last - turn : last;
            try {
                elements[i].restore(value(own, i));
            } catch (RuntimeException | Error thrown) {
                failure = and(failure, thrown);
            }
        }
        rethrow(failure);
    }
}
