package io.concor.diagnosis.signal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Threads as Linux reports them, in a folder of a test. */
record FakeThreads(Path tasks) {

    void set(int id, String name, long ranNanos, long waitedNanos) throws IOException {
        Path thread = Files.createDirectories(tasks.resolve(Integer.toString(id)));
        Files.writeString(thread.resolve("comm"), name + "\n");
        Files.writeString(thread.resolve("schedstat"), "%d %d 7\n".formatted(ranNanos, waitedNanos));
    }
}
