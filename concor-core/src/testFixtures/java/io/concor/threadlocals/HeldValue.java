package io.concor.threadlocals;

/**
 * Something that a thread holds.
 *
 * @param thread the thread
 * @param owner whose thread-local it is
 * @param value what it holds; two are the same where the values are equal
 */
record HeldValue(Thread thread, String owner, Object value) {

    @Override
    public String toString() {
        return "thread '%s' holds %s of %s".formatted(thread.getName(), value, owner);
    }
}
