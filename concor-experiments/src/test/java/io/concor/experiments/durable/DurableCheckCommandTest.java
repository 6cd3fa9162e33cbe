package io.concor.experiments.durable;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.CommandLineDefaults;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.ExitCode;

class DurableCheckCommandTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--subject=batch --instances=0   | --instances is 0: it must be between 1 and 16",
                "--subject=batch --keys=0        | --keys is 0: it must be between 1 and 10000000",
                "--subject=batch --events=0      | --events is 0: it must be between 1 and 100000000",
                "--subject=batch --faults=flood  | --faults contains flood: each must be the name of a fault",
                "--subject=batch --faults=leave:x| --faults contains leave:x: each must be the name of a fault",
                "--subject=batch --faults=leave:0| --faults contains leave:0: each must be the name of a fault",
                "--subject=batch --patience=0s   | --patience is 0 ms: it must be between 1000 and 600000 ms",
                "--subject=none                  | --subject is none: it must be one of [batch,",
                "--subject=java.lang.String      | is not a public SubjectProgram",
                "--subject=batch --database=mariadb --faults=kill-backend | --faults contains kill-backend: it is not possible with mariadb",
                "--subject=batch --database=sqlite --faults=silence | which allows kill-jvm, leave, pause-jvm, disk-full",
                "                                | Missing required option: '--subject=NAME'"
            })
    void rejectsInvalidOptions(String options, String message) {
        StringWriter err = new StringWriter();
        int exit = CommandLineDefaults.apply(new CommandLine(new DurableCheckCommand()))
                .setErr(new PrintWriter(err, true))
                .execute(options == null ? new String[0] : options.split(" "));

        assertThat(exit).isEqualTo(ExitCode.USAGE);
        assertThat(err.toString()).contains(message);
    }
}
