package io.concor.experiments.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The processes of one attempt. Closing ends them in reverse order. A shutdown hook does the same when the JVM ends,
 * for example by Ctrl-C.
 */
public final class ChildProcesses implements AutoCloseable {

    private final Deque<ChildProcess> processes = new ArrayDeque<>();
    private final Path folder;
    private final Thread hook = new Thread(this::end, "child-processes");
    private boolean ended;

    /** Creates an empty set of processes whose output goes to this folder. */
    public ChildProcesses(Path folder) {
        try {
            this.folder = Files.createDirectories(folder);
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot create the folder %s".formatted(folder), impossible);
        }
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Starts a process whose output goes to the file {@code NAME.log} of the folder. */
    public synchronized ChildProcess start(String name, ProcessBuilder builder) {
        if (ended) {
            throw new ExperimentException(name + " is not started because the experiment is ending");
        }
        try {
            ChildProcess process = new ChildProcess(name, folder.resolve(name + ".log"), builder);
            processes.push(process);
            return process;
        } catch (IOException impossible) {
            throw new ExperimentException("Cannot start %s by %s".formatted(name, builder.command()), impossible);
        }
    }

    private synchronized void end() {
        ended = true;
        processes.forEach(ChildProcess::close);
        processes.clear();
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // the JVM is ending, and the hook has nothing left to do
        }
    }
}
