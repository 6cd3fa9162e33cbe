package io.concor.experiments.scale;

import io.concor.benchmarks.report.MarkdownTable;
import io.concor.experiments.options.CommandOutput;
import io.concor.simulator.OptionValidator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Calculates what a flow over many processes asks of its brokers. */
@Command(
        name = "remote-model",
        description =
                "Calculates, and measures nothing: what a flow with remote slots asks of its brokers. By the code, and by"
                        + " figures of one broker and few processes.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class RemoteModelCommand implements Callable<Integer> {

    /** As many as a process follows. */
    private static final int MAX_NODES = 1_000;

    private static final int MAX_BROKERS = 100;
    private static final int MAX_SLOTS = 100;
    private static final int MAX_PARTITIONS = 10_000;
    private static final int MAX_BYTES = 100_000_000;
    private static final double SMALL = 10;

    @Option(
            names = "--nodes",
            split = ",",
            paramLabel = "COUNT",
            defaultValue = "3,10,30,100",
            description = "Processes; a column for each number. Default: ${DEFAULT-VALUE}.")
    private List<Integer> nodes = List.of();

    @Option(names = "--brokers", defaultValue = "3", description = "Brokers. Default: ${DEFAULT-VALUE}.")
    private int brokers;

    @Option(
            names = "--slots",
            defaultValue = "3",
            description = "Remote slots of the flow, one behind the other. Default: ${DEFAULT-VALUE}.")
    private int slots;

    @Option(
            names = "--partitions",
            defaultValue = "120",
            description = "Of the events of each slot. Default: ${DEFAULT-VALUE}; that of the store is 12.")
    private int partitions;

    @Option(
            names = "--placement",
            defaultValue = "ALL",
            description =
                    "${COMPLETION-CANDIDATES}: whether a process handles all slots, or those of its node, of which there are as"
                            + " many as slots. Default: ${DEFAULT-VALUE}.")
    private SlotPlacement placement = SlotPlacement.ALL;

    @Option(
            names = "--replication",
            defaultValue = "3",
            description = "Brokers that keep each record. Default: ${DEFAULT-VALUE}.")
    private int replication;

    @Option(
            names = "--rate",
            defaultValue = "1000",
            description = "Events a second that come to the flow. Default: ${DEFAULT-VALUE}.")
    private int rate;

    @Option(
            names = "--bytes",
            defaultValue = "350",
            description = "Of the record of an event: its message and some 150. Default: ${DEFAULT-VALUE}.")
    private int bytes;

    @Mixin
    private final CommandOutput console = new CommandOutput();

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Override
    public Integer call() {
        OptionValidator validator = new OptionValidator(spec);
        nodes.forEach(count -> validator.requireBetween("--nodes", count, 1, MAX_NODES));
        validator.requireBetween("--brokers", brokers, 1, MAX_BROKERS);
        validator.requireBetween("--slots", slots, 1, MAX_SLOTS);
        validator.requireBetween("--partitions", partitions, 1, MAX_PARTITIONS);
        validator.requireBetween("--replication", replication, 1, brokers);
        validator.requireBetween("--rate", rate, 1, OptionValidator.MAX_RATE);
        validator.requireBetween("--bytes", bytes, 1, MAX_BYTES);
        console.print(
                "A model, not a measurement. %d brokers, %d slots of %d partitions, replication %d, placement %s, %d events/s of %d bytes;"
                        .formatted(brokers, slots, partitions, replication, placement, rate, bytes));
        console.print("it rests on " + MeasuredCosts.HERE);
        console.print(table());
        return ExitCode.OK;
    }

    private String table() {
        MarkdownTable table = new MarkdownTable(
                Stream.concat(Stream.of("processes"), nodes.stream().map(count -> Integer.toString(count)))
                        .toList());
        ModelRow.all(MeasuredCosts.HERE)
                .forEach(row -> table.row(
                        Stream.concat(Stream.of(row.name()), nodes.stream().map(count -> format(row, count)))
                                .toList()));
        return table.markdown();
    }

    private String format(ModelRow row, int processes) {
        double value = row.value()
                .applyAsDouble(
                        new Deployment(processes, brokers, slots, partitions, placement, replication, rate, bytes));
        return String.format(Locale.ROOT, value < SMALL && value != Math.rint(value) ? "%.2f" : "%,.0f", value);
    }
}
