package io.concor.diagnosis.simulation;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Events by ascending key. A binary heap (Knuth, The Art of Computer Programming, Vol. 3, section 5.2.3) in two arrays:
 * it allocates nothing per event, and its keys are compared without boxing.
 */
final class EventHeap {

    private double[] keys = new double[64];
    private @Nullable SimulatedEvent[] events = new SimulatedEvent[64];
    private int size;

    boolean isEmpty() {
        return size == 0;
    }

    int size() {
        return size;
    }

    /** Returns the least key; infinity if there is no event. */
    double firstKey() {
        return size == 0 ? Double.POSITIVE_INFINITY : keys[0];
    }

    void add(double key, SimulatedEvent event) {
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, 2 * size);
            events = Arrays.copyOf(events, 2 * size);
        }
        siftUp(size++, key, event);
    }

    /** Removes the event with the least key. Returns null if there is none. */
    @Nullable
    SimulatedEvent poll() {
        if (size == 0) {
            return null;
        }
        SimulatedEvent first = events[0];
        SimulatedEvent last = events[--size];
        events[size] = null;
        siftDown(keys[size], last);
        return first;
    }

    private void siftUp(int from, double key, SimulatedEvent event) {
        int at = from;
        while (at > 0 && keys[(at - 1) / 2] > key) {
            move((at - 1) / 2, at);
            at = (at - 1) / 2;
        }
        place(at, key, event);
    }

    private void siftDown(double key, @Nullable SimulatedEvent event) {
        int at = 0;
        int child = lesserChild(at);
        while (child < size && keys[child] < key) {
            move(child, at);
            at = child;
            child = lesserChild(at);
        }
        if (size > 0) {
            place(at, key, event);
        }
    }

    private int lesserChild(int at) {
        int left = 2 * at + 1;
        return left + 1 < size && keys[left + 1] < keys[left] ? left + 1 : left;
    }

    private void move(int from, int to) {
        keys[to] = keys[from];
        events[to] = events[from];
    }

    private void place(int at, double key, @Nullable SimulatedEvent event) {
        keys[at] = key;
        events[at] = event;
    }
}
