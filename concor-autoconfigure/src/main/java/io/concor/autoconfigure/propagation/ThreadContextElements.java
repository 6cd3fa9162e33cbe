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
 * All that is carried, as it is registered at one time; does not change. They arrive in the order in which they were
 * registered and leave in the reverse order, but the MDC is always the last: a tracer writes to it as scopes are opened
 * and closed.
 */
final class ThreadContextElements {

    private static final boolean OBSERVATIONS = ClassUtils.isPresent(
            "io.micrometer.observation.contextpropagation.ObservationThreadLocalAccessor",
            ThreadContextElements.class.getClassLoader());

    private final List<ThreadLocalAccessor<?>> live;
    private final ThreadLocalAccessor<?>[] registered;
    /** Those that are not registered any more, the others, the MDC. */
    private final GuardedElement[] elements;

    /** How many are not registered any more: events that are under way may have brought them to threads. */
    private final int retired;

    /**
     * What is registered now.
     *
     * @param live the list of a registry, which shows what is registered at any time
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
                carried.add(known(accessor, before).orElseGet(() -> made(accessor)));
            }
        }
        carried.add(mdc);
        return carried.toArray(GuardedElement[]::new);
    }

    private static Optional<GuardedElement> known(ThreadLocalAccessor<?> accessor, GuardedElement[] before) {
        return Arrays.stream(before).filter(element -> element.isOf(accessor)).findFirst();
    }

    private static GuardedElement made(ThreadLocalAccessor<?> accessor) {
        return new GuardedElement(OBSERVATIONS ? ObservationElement.of(accessor) : new AccessorElement(accessor));
    }

    /**
     * Whether they are still what is registered. A registry puts what is registered, or registered anew, at the end, so
     * that two looks are enough.
     */
    boolean upToDate() {
        int size = registered.length;
        return live.size() == size && (size == 0 || last(size) == registered[size - 1]);
    }

    private @Nullable ThreadLocalAccessor<?> last(int size) {
        try {
            return live.get(size - 1);
        } catch (IndexOutOfBoundsException justRemoved) {
            return null;
        }
    }

    /** What is registered now; what was before is not forgotten. */
    ThreadContextElements renewed() {
        return new ThreadContextElements(live, elements);
    }

    ThreadContextElement element(int index) {
        return elements[index];
    }

    /** Where the element, or one like it, is; a negative number for nowhere. */
    int indexOf(ThreadContextElement element) {
        return indexOf(element, elements);
    }

    private static int indexOf(ThreadContextElement element, ThreadContextElement[] elements) {
        for (int i = 0; i < elements.length; i++) {
            if (elements[i].isCompatibleWith(element)) {
                return i;
            }
        }
        return -1;
    }

    /** What the calling thread holds, or null for nothing. */
    @Nullable
    ThreadContextSnapshot capture() {
        @Nullable Object @Nullable [] values = null;
        for (int i = retired; i < elements.length; i++) {
            Object held = elements[i].current();
            if (held != null) {
                values = values == null ? new Object[elements.length] : values;
                values[i] = held;
            }
        }
        return values == null ? null : new ThreadContextSnapshot(this, values);
    }

    /** Makes the calling thread hold what an event brings, and nothing else. */
    void set(@Nullable ThreadContextSnapshot captured) {
        Throwable failure = null;
        for (int i = 0; i < elements.length; i++) {
            try {
                elements[i].set(captured == null ? null : captured.value(this, i));
            } catch (RuntimeException | Error thrown) {
                failure = Failures.and(failure, thrown);
            }
        }
        Failures.rethrow(failure);
    }

    /** Makes the calling thread hold what it held before. */
    void restore(@Nullable ThreadContextSnapshot own) {
        Throwable failure = null;
        int last = elements.length - 1;
        for (int turn = 1; turn <= elements.length; turn++) {
            int i = turn <= last ? last - turn : last;
            try {
                elements[i].restore(own == null ? null : own.value(this, i));
            } catch (RuntimeException | Error thrown) {
                failure = Failures.and(failure, thrown);
            }
        }
        Failures.rethrow(failure);
    }
}
