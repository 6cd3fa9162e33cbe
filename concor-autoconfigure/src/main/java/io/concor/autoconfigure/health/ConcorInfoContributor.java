package io.concor.autoconfigure.health;

import io.concor.autoconfigure.properties.OperatingMode;
import io.concor.layout.Topology;
import io.concor.manage.ManagedFlow;
import io.concor.manage.Manager;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.PropertiesLoaderUtils;

/** Contributes the version of Concor, the mode and the flows to the info endpoint. Thread-safe. */
public final class ConcorInfoContributor implements InfoContributor {

    private static final String VERSION = "version";

    private final Manager manager;
    private final String mode;
    private final String version;

    ConcorInfoContributor(Manager manager, OperatingMode mode) {
        this.manager = manager;
        this.mode = mode.toString();
        this.version = ownVersion();
    }

    @Override
    public void contribute(Info.Builder builder) {
        List<FlowInfo> flows = manager.flows()
                .map(ManagedFlow::topology)
                .map(ConcorInfoContributor::flow)
                .toList();
        builder.withDetail("concor", new ConcorInfo(version, mode, flows));
    }

    private static FlowInfo flow(Topology flow) {
        return new FlowInfo(flow.flow(), flow.components().size(), flow.version(), flow.activePreset(), flow.drifted());
    }

    private static String ownVersion() {
        try {
            return PropertiesLoaderUtils.loadProperties(
                            new ClassPathResource("version.properties", ConcorInfoContributor.class))
                    .getProperty(VERSION);
        } catch (IOException missing) {
            throw new IllegalStateException("version.properties of Concor is missing from the class path", missing);
        }
    }

    /**
     * The contributed information.
     *
     * @param version the version of Concor
     * @param mode {@code tuning}, {@code production} or {@code dynamic}
     * @param flows the flows, sorted by name
     */
    public record ConcorInfo(String version, String mode, List<FlowInfo> flows) {}

    /**
     * A flow.
     *
     * @param name the name of the flow
     * @param components the number of its components
     * @param version the version of its layout
     * @param activePreset the preset that was applied or saved last, or null
     * @param drifted whether the layout differs from the active preset
     */
    public record FlowInfo(
            String name,
            int components,
            long version,
            @Nullable String activePreset,
            boolean drifted) {}
}
