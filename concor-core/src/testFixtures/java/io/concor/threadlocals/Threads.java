package io.concor.threadlocals;

import java.util.Arrays;
import java.util.List;

/** The live platform threads. */
final class Threads {

    private Threads() {}

    /** All of them, without their stacks: to write these down would stop each of them. */
    static List<Thread> live() {
        ThreadGroup root = root(Thread.currentThread().getThreadGroup());
        while (true) {
            Thread[] threads = new Thread[root.activeCount() + 16];
            int found = root.enumerate(threads);
            if (found < threads.length) { // or else there were more than there was room for
                return Arrays.asList(threads).subList(0, found);
            }
        }
    }

    private static ThreadGroup root(ThreadGroup group) {
        return group.getParent() == null ? group : root(group.getParent());
    }
}
