package io.concor;

import org.jspecify.annotations.Nullable;

/** A note on each thread, which travels with the events. */
final class Notes implements ThreadLocalCarrier {

    private final ThreadLocal<String> note = new ThreadLocal<>();

    /** Writes more on the calling thread's note. */
    void add(String more) {
        String before = read();
        note.set(before == null ? more : before + " " + more);
    }

    @Nullable
    String read() {
        String present = note.get();
        if (present == null) {
            note.remove();
        }
        return present;
    }

    void forget() {
        note.remove();
    }

    @Override
    public @Nullable Object capture() {
        return read();
    }

    @Override
    public void restore(@Nullable Object captured) {
        clear(captured);
    }

    @Override
    public void clear(@Nullable Object own) {
        if (own == null) {
            note.remove();
        } else {
            note.set((String) own);
        }
    }
}
