package io.concor.experiments.testbed;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;

/** All processes of one attempt. They end with it, the last one first, also when this JVM is told to end (Ctrl-C). */
final class ChildProcesses implements AutoCloseable {

    private final Deque<ChildProcess> children = new ArrayDeque<>();
    private final Path folder;
    private final Thread hook = new Thread(this::end, "children");
    private boolean ended;

    /** Those whose output goes to that folder. */
    ChildProcesses(Path folder) {
        try {
            this.folder = Files.createDirectories(folder);
        } catch (IOException impossible) {
            throw new ExperimentException("The folder %s cannot be made".formatted(folder), impossible);
        }
        Runtime.getRuntime().addShutdownHook(hook);
    }

    synchronized ChildProcess start(String name, ProcessBuilder builder) {
        if (ended) {
            throw new ExperimentException(name + " is not started: the experiment has been told to end");
        }
        try {
            ChildProcess child = new ChildProcess(name, folder.resolve(name + ".log"), builder);
            children.push(child);
            return child;
        } catch (IOException impossible) {
            throw new ExperimentException("%s cannot be started by %s".formatted(name, builder.command()), impossible);
        }
    }

    private synchronized void end() {
        ended = true;
        children.forEach(ChildProcess::close);
        children.clear();
    }

    @Override
    public void close() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException ending) {
            // the JVM has begun to end, and the hook finds nothing left to do
        }
    }
}
