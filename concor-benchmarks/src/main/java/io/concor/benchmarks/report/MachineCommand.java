package io.concor.benchmarks.report;

import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import tools.jackson.databind.json.JsonMapper;

/** Writes the table of the machine, this JVM and the versions of the libraries. */
@Command(
        name = "machine",
        description = "Prints a Markdown table of the machine, this JVM and the measured libraries.",
        mixinStandardHelpOptions = true)
public final class MachineCommand implements Callable<Integer> {

    private static final String NAME = "machine";

    @Mixin
    private final TableOutput output = new TableOutput();

    @Override
    public Integer call() throws IOException {
        output.check(NAME);
        MarkdownTable table = new MarkdownTable(NAME, "");
        Map<String, String> facts = facts();
        facts.forEach(table::row);
        output.write(NAME, table.markdown(), new JsonMapper().valueToTree(facts));
        return 0;
    }

    private static Map<String, String> facts() throws IOException {
        Map<String, String> facts = MachineFacts.collect();
        facts.put(
                "JVM arguments",
                String.join(" ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
        Properties versions = new Properties();
        try (InputStream stream = MachineCommand.class.getResourceAsStream("versions.properties")) {
            versions.load(stream);
        }
        versions.stringPropertyNames().stream().sorted().forEach(name -> facts.put(name, versions.getProperty(name)));
        return facts;
    }
}
