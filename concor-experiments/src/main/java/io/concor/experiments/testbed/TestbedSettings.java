package io.concor.experiments.testbed;

import io.concor.simulator.CallbackReceiverType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a testbed.
 *
 * @param sample the application
 * @param variant variant of the application
 * @param database database of the application; null for none
 * @param moreProfiles Spring profiles in addition to those for production, database and variant
 * @param receiver server that the application calls
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
