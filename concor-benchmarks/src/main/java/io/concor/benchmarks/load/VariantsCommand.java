package io.concor.benchmarks.load;

import io.concor.benchmarks.pipeline.Variant;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the variants that suit a shape on this JVM, separated by commas, as an argument for JMH. */
@Command(
        name = "variants",
        description = "Prints the variants that suit a shape on this Java version.",
        mixinStandardHelpOptions = true)
public final class VariantsCommand implements Callable<Integer> {

    @Parameters(index = "0", paramLabel = "SHAPE", description = "Shape of the pipeline: ${COMPLETION-CANDIDATES}.")
    private LoadShape shape = LoadShape.STAGES;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine()
                .getOut()
                .println(Variant.suiting(shape.shape((event, done) -> {})).stream()
                        .map(Variant::toString)
                        .collect(Collectors.joining(",")));
        return 0;
    }
}
