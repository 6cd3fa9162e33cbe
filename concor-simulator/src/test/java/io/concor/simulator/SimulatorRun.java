package io.concor.simulator;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A call of the command line: its exit code, its output and the folder of its results. */
record SimulatorRun(int exitCode, String output, Path folder) {

    static SimulatorRun run(Path folder, String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(List.of("--results", folder.toString()));
        return command(folder, all.toArray(String[]::new));
    }

    static SimulatorRun constant(Path folder, FixedRateServer server, int rate, int seconds, String... options) {
        List<String> all =
                new ArrayList<>(List.of("constant", server.url(), "--rate=" + rate, "--for=" + seconds + "s"));
        all.addAll(List.of(options));
        return run(folder, all.toArray(String[]::new));
    }

    static SimulatorRun command(Path folder, String... arguments) {
        StringWriter output = new StringWriter();
        CommandLine command = Simulator.commandLine();
        command.setOut(new PrintWriter(output)).setErr(new PrintWriter(output));
        return new SimulatorRun(command.execute(arguments), output.toString(), folder);
    }

    JsonNode result() throws IOException {
        return JsonMapper.shared().readTree(read("result.json"));
    }

    String read(String file) throws IOException {
        return Files.readString(folder.resolve(file));
    }
}
