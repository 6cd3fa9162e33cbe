package io.concor.autoconfigure.preset;

import io.concor.JoinSettings;
import io.concor.autoconfigure.preset.jpa.JpaPresetStore;
import io.concor.preset.Preset;
import io.concor.preset.PresetStore;
import io.concor.preset.PresetStoreException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** A program that saves presets until it is killed or the disk is full. */
final class PresetSavingProgram {

    static final String FLOW = "mo-flow";
    static final String NAME = "production";

    /** The prefix of a mark in the output. */
    static final String SAID = "mark ";

    private static final int SLOTS = 40;

    private PresetSavingProgram() {}

    public static void main(String[] arguments) throws IOException {
        switch (arguments[0]) {
            case "again-and-again" -> saveAgainAndAgain(new FilePresetStore(Path.of(arguments[1])));
            case "in-database" -> saveAgainAndAgain(new JpaPresetStore(new DriverManagerDataSource(arguments[1])));
            case "once" -> saveOnce(Path.of(arguments[1]));
            default -> throw new IllegalArgumentException(arguments[0]);
        }
    }

    /** Prints the mark of each saved preset; the next one may be in progress when the program is killed. */
    private static void saveAgainAndAgain(PresetStore store) {
        int mark = store.find(FLOW, NAME).map(PresetSavingProgram::mark).orElse(0);
        while (true) {
            mark++;
            store.save(preset(mark));
            System.out.println(SAID + mark);
        }
    }

    /** Every slot has the mark, so that a mixture of two presets is detected. */
    static Preset preset(int mark) {
        Map<String, JoinSettings> slots = new LinkedHashMap<>();
        for (int slot = 0; slot < SLOTS; slot++) {
            slots.put("slot-" + slot, JoinSettings.fixed(mark % JoinSettings.MAX_THREADS + 1));
        }
        return new Preset(FLOW, NAME, slots, Instant.EPOCH, String.valueOf(mark));
    }

    static int mark(Preset preset) {
        int mark = Integer.parseInt(String.valueOf(preset.reason()));
        if (!preset.equals(preset(mark))) {
            throw new IllegalStateException("a mixture: " + preset);
        }
        return mark;
    }

    private static void saveOnce(Path location) throws IOException {
        try {
            new FilePresetStore(location).save(preset(2));
            System.out.println("saved");
        } catch (PresetStoreException refused) {
            System.out.println(refused.getMessage());
        }
        System.out.println("mark "
                + new FilePresetStore(location)
                        .find(FLOW, NAME)
                        .map(PresetSavingProgram::mark)
                        .orElse(0));
        try (Stream<Path> files = Files.list(location.resolve(FLOW))) {
            System.out.println("files "
                    + files.map(file -> file.getFileName().toString()).sorted().toList());
        }
    }

    static ProcessBuilder command(String... arguments) {
        return new ProcessBuilder(Stream.concat(
                        Stream.of(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:TieredStopAtLevel=1",
                                "-XX:-UsePerfData",
                                "-Xshare:auto",
                                "-cp",
                                System.getProperty("java.class.path"),
                                PresetSavingProgram.class.getName()),
                        Stream.of(arguments))
                .toList());
    }
}
