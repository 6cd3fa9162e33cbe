package io.concor.experiments.laboratory;

import io.concor.experiments.plants.PlantedWork;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Another process that uses the processors. It ends by itself after two minutes. */
final class BusyProcess {

    private static final Duration LONGEST = Duration.ofMinutes(2);

    private BusyProcess() {}

    /** Computes with as many threads as the argument says. */
    public static void main(String[] arguments) {
        IntStream.range(0, Integer.parseInt(arguments[0]))
                .mapToObj(i -> new Thread(() -> PlantedWork.compute(LONGEST)))
                .forEach(BusyProcess::start);
        PlantedWork.pause(LONGEST);
        System.exit(0);
    }

    private static void start(Thread thread) {
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts the process. Closing the result destroys it. */
    static AutoCloseable start(int threads) {
        Process process = java(List.of(), BusyProcess.class, List.of(Integer.toString(threads)));
        return process::destroyForcibly;
    }

    /** Starts a JVM like this one, with the same classes. */
    static Process java(List<String> options, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        try {
            return new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
        } catch (IOException unstartable) {
            throw new UncheckedIOException("Cannot start a JVM", unstartable);
        }
    }
}
