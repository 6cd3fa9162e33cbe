package io.concor.experiments.laboratory;

import io.concor.experiments.testbed.ExperimentException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.json.JsonMapper;

/** Runs a plant in a JVM with its own options. */
final class OwnJvm {

    private static final JsonMapper JSON = new JsonMapper();
    private static final Duration MORE = Duration.ofSeconds(60);

    private OwnJvm() {}

    /**
     * Runs one plant and writes the result.
     *
     * @param arguments the name of the plant, the load, the patience in seconds and the file
     */
    public static void main(String[] arguments) throws Exception {
        Plant plant = Plants.named(arguments[0]);
        PlantResult result =
                PlantRun.run(plant, Double.parseDouble(arguments[1]), Duration.ofSeconds(Long.parseLong(arguments[2])));
        Files.writeString(Path.of(arguments[3]), JSON.writeValueAsString(result));
        System.exit(0);
    }

    static PlantResult run(Plant plant, double load, Duration patience) throws Exception {
        Path file = Files.createTempFile("laboratory", ".json");
        Process process = BusyProcess.java(
                plant.jvmOptions(),
                OwnJvm.class,
                List.of(plant.name(), Double.toString(load), Long.toString(patience.toSeconds()), file.toString()));
        try {
            if (!process.waitFor(patience.plus(MORE).toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new ExperimentException("The JVM of plant %s did not end well".formatted(plant.name()));
            }
            return JSON.readValue(file.toFile(), PlantResult.class);
        } finally {
            process.destroyForcibly();
            Files.deleteIfExists(file);
        }
    }
}
