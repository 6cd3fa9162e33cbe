package io.concor.experiments.testbed;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The three variants of each application in the thesis. */
public enum SampleVariant {
    PLAIN("without framework", "#999999", List.of("plain"), List.of("--concor.presets.load=never")),
    OFF("without sampling", "#1f6fb4", List.of(), List.of("--concor.sampling.enabled=false")),
    SAMPLED(
            "with sampling",
            "#d9730d",
            List.of(),
            List.of("--concor.sampling.enabled=true", "--concor.sampling.burst=3", "--concor.sampling.interval=128"));

    private final String title;
    private final String colour;
    private final List<String> profiles;
    private final List<String> arguments;

    SampleVariant(String title, String colour, List<String> profiles, List<String> arguments) {
        this.title = title;
        this.colour = colour;
        this.profiles = profiles;
        this.arguments = arguments;
    }

    /** Returns all variants, rotated by one in each round, so that none is always before another. */
    public static List<SampleVariant> turns(int round) {
        List<SampleVariant> turns = new ArrayList<>(List.of(values()));
        Collections.rotate(turns, 1 - round);
        return turns;
    }

    /** Returns the name used in the thesis. */
    public String title() {
        return title;
    }

    /** Returns the color of its line in charts. */
    public String colour() {
        return colour;
    }

    List<String> profiles() {
        return profiles;
    }

    List<String> arguments() {
        return arguments;
    }
}
