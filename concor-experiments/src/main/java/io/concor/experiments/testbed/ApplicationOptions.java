package io.concor.experiments.testbed;

import java.util.List;

/**
 * What one application has in addition to others of its kind.
 *
 * @param jvm options of its JVM; take precedence
 * @param arguments properties of the application, as {@code --name=value}; take precedence
 * @param withPlants whether planted causes are on its class path
 */
public record ApplicationOptions(List<String> jvm, List<String> arguments, boolean withPlants) {

    static final ApplicationOptions NONE = new ApplicationOptions(List.of(), List.of(), false);
}
