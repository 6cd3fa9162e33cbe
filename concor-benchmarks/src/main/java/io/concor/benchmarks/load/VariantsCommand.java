package io.concor.benchmarks.load;

import io.concor.benchmarks.pipeline.Variant;
import io.concor.simulator.OptionValidator;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints the variants that suit a shape on this JVM, separated by commas, as an argument for JMH. */
@Command(
        name = "variants",
        description = "Prints the variants that suit a shape on this Java version.",
        mixinStandardHelpOptions = true)
public final class VariantsCommand implements Callable<Integer> {

    private static final int MAX_SENDERS = 1_000;

    @Parameters(index = "0", paramLabel = "SHAPE", description = "Shape of the pipeline: ${COMPLETION-CANDIDATES}.")
    private LoadShape shape = LoadShape.STAGES;

    @Option(
            names = "--senders",
            defaultValue = "1",
            description = "Number of threads that send events. Default: ${DEFAULT-VALUE}.")
    private int senders = 1;

    @Option(
            names = "--bounded",
            description =
                    "Print only variants that hold a limited number of events, so that event objects can be reused.")
    private boolean bounded;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    @Override
    public Integer call() {
        new OptionValidator(spec).requireBetween("--senders", senders, 1, MAX_SENDERS);
        spec.commandLine()
                .getOut()
                .println(Variant.suiting(shape.shape((event, done) -> {}).sentBy(senders)).stream()
                        .filter(variant -> !bounded || variant.isBounded())
                        .map(Variant::toString)
                        .collect(Collectors.joining(",")));
        return 0;
    }
}
