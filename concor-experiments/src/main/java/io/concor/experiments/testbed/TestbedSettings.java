package io.concor.experiments.testbed;

import io.concor.simulator.CallbackReceiverType;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a testbed.
 *
 * @param sample the application
 * @param variant variant of the application
 * @param database database of the application; null for none
 * @param moreProfiles Spring profiles in addition to those for production, database and variant
 * @param receiver server that the application calls
 * @param options what the application has in addition
 */
public record TestbedSettings(
        SampleApplication sample,
        SampleVariant variant,
        @Nullable Database database,
        List<String> moreProfiles,
        CallbackReceiverType receiver,
        ApplicationOptions options) {

    /** Creates settings of an application without additional options. */
    public TestbedSettings(
            SampleApplication sample,
            SampleVariant variant,
            @Nullable Database database,
            List<String> moreProfiles,
            CallbackReceiverType receiver) {
        this(sample, variant, database, moreProfiles, receiver, ApplicationOptions.NONE);
    }

    /**
     * Returns the arguments of an application that calls a receiver at this port. Each is given once: Spring would join
     * the values of an argument given twice.
     */
    List<String> arguments(int receiverPort) {
        Map<String, String> arguments = new LinkedHashMap<>();
        Stream.of(sample.arguments(receiverPort), variant.arguments(), options.arguments())
                .flatMap(List::stream)
                .forEach(argument -> arguments.put(argument.substring(0, argument.indexOf('=')), argument));
        return List.copyOf(arguments.values());
    }

    /** Whether the application has planted causes, or a twin in place of its flow. */
    boolean runsClassesOfThisModule() {
        return options.withPlants() || variant == SampleVariant.PLAIN;
    }

    String profiles() {
        List<String> profiles = new ArrayList<>(List.of("production"));
        if (database != null) {
            profiles.add(database.name());
        }
        profiles.addAll(moreProfiles);
        profiles.addAll(variant.profiles());
        return String.join(",", profiles);
    }
}
