package io.concor.experiments.testbed;

import io.concor.simulator.CallbackReceiverType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is started for an attempt.
 *
 * @param sample the application
 * @param variant how it is built
 * @param database on which database it runs; null for none
 * @param moreProfiles beside those of production, database and variant
 * @param receiver whom the application calls
 */
public record TestbedSettings(
        SampleApplication sample,
        SampleVariant variant,
        @Nullable Database database,
        List<String> moreProfiles,
        CallbackReceiverType receiver) {

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
