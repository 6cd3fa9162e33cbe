package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CommandLineArgumentsTest {

    private static final int USAGE = 2;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "constant http://localhost:1 --rate 0 | --rate is 0: it must be between 1 and 1000000",
                "constant http://localhost:1 | Missing required option: '--rate=<rate>'",
                "constant --rate 1 | Missing required parameter: 'URL'",
                "constant https://localhost:1 --rate 1 | 'https://localhost:1': an absolute URL that begins with"
                        + " http://",
                "constant http://localhost:1 --rate 1 --for 1500ms | --for is 1500 ms: it must be between 1 and 86400"
                        + " whole seconds",
                "constant http://localhost:1 --rate 1 --for soon | 'soon' is not a duration such as 500ms, 30s or 2m",
                "constant http://localhost:1 --rate 1 --in-flight 0 | --in-flight is 0: it must be between 1 and"
                        + " 1000000",
                "constant http://localhost:1 --rate 1 --connections 2 --client-threads 3 | it must be between 1 and 2",
                "constant http://localhost:1 --rate 1 --lead-in 1500ms | --lead-in is 1500 ms: it must be between 0"
                        + " and 600 whole seconds",
                "constant http://localhost:1 --rate 1 --lead-in 11m | --lead-in is 660000 ms: it must be between 0 and"
                        + " 600 whole seconds",
                "constant http://localhost:1 --rate 1 --lead-in-flight 0 | --lead-in-flight is 0: it must be between 1"
                        + " and 1000000",
                "constant http://localhost:1 --rate 1 --connections 3 --client-threads 2 | --connections is 3: it must"
                        + " be a multiple",
                "constant http://no-such-host.invalid --rate 1 | the host 'no-such-host.invalid' is unknown",
                "constant http://localhost:1 --rate 1 --method post | --method is 'post': it must be in upper case",
                "constant http://localhost:1 --rate 1 --first-msisdn 0 | --first-msisdn is 0: it must be between 1 and"
                        + " 999999999990000, because",
                "constant http://localhost:1 --rate 1 -H A:1 -H a:2 | --header 'a' is given twice",
                "constant http://localhost:1 --rate 1 -H transfer-encoding:chunked | 'Transfer-Encoding' is set by the"
                        + " simulator",
                "constant http://localhost:1 --rate 1 --at 1s=GET\u00a0http://a:b@localhost | --at: the URL contains a"
                        + " user name or password",
                "constant http://localhost:1 --rate 1 --at 1s=GET\u00a0http://a:secret@local_host | --at: the URL"
                        + " contains a user name or password",
                "constant http://localhost:1 --rate 1 --changes http://a:secret@local_host | --changes: the URL"
                        + " contains a user name or password",
                "constant http://localhost:1 --rate 1 --changes http://no-such-host.invalid/ | the host is unknown",
                "constant http://localhost:1 --rate 1 --changes http://a:b@localhost | --changes: the URL contains a"
                        + " user name or password",
                "burst http://localhost:1 --rate 0 --burst-rate 5 --lead-in 5s | --lead-in is 5 s, but the first rate"
                        + " is 0",
                "constant http://localhost:1 --rate 1 --timeout 1ms | --timeout is 1 ms: it must be between 10 and"
                        + " 600000 ms",
                "constant http://localhost:1 --rate 1 --body {{name}} | Unknown placeholder {{name}}. Allowed: {{id}}",
                "constant http://localhost:1 --rate 1 --header X | --header 'X' has no name before a colon",
                "constant http://localhost:1 --rate 1 --body-file none.json | --body-file none.json cannot be read",
                "constant http://localhost:1 --rate 1 --body a --body-file b | --body and --body-file exclude each"
                        + " other",
                "ramp http://localhost:1 --start 20 --limit 10 | --limit is 10: it must be between 20 and 1000000",
                "ramp http://localhost:1 --settle 500ms | --settle is 500 ms: it must be between 1 and 600 whole"
                        + " seconds",
                "ramp http://localhost:1 --tolerance -1 | --tolerance is -1.0: it must be between 0 and 100 percent",
                "burst http://localhost:1 --rate 0 --burst-rate 5 --burst-length 11s | it must be between 1 and 10"
                        + " whole seconds",
                "burst http://localhost:1 --rate 0 --burst-rate 5 --for 9s | --for is 9 s: it must be longer than 9 s",
                "constant http://localhost:70000 --rate 1 | 'http://localhost:70000': the port must be between 1 and"
                        + " 65535",
                "constant http://localhost:0 --rate 1 | 'http://localhost:0': the port must be between 1 and 65535",
                "constant http://a_b:1/x --rate 1 | 'http://a_b:1/x': a host consists of letters, digits, hyphens and"
                        + " dots",
                "constant HTTP://localhost:1 --rate 0 | --rate is 0",
                "constant http://localhost:1 --rate 1 --method CONNECT | --method is CONNECT: a tunnel is not"
                        + " supported",
                "constant http://localhost:1 --rate 1 --method GE\u00a0T | --method is 'GE T': it must be in upper"
                        + " case",
                "constant http://localhost:1 --rate 1 -H A\u00a0B:1 | The header 'A B' is invalid: a name must not"
                        + " contain spaces",
                "constant http://localhost:1 --rate 1 --first-msisdn 999999999999999 --msisdns 2 | it must be between"
                        + " 1 and 999999999999998",
                "constant http://localhost:1 --rate 1 --receive-on 1 --body x | --receive-on requires {{id}} in the"
                        + " body",
                "constant http://localhost:1 --rate 1 --received-id x | --received-id requires --receive-on",
                "constant http://localhost:1 --rate 1 --answer-delay 1s | --answer-delay requires --receive-on",
                "constant http://localhost:1 --rate 1 --receive-on 1 --body {{id}} --receiver wiremock --answer-delay"
                        + " 1s | --answer-delay requires --receiver own",
                "constant http://localhost:1 --rate 1 --receive-on 1 --body {{id}} --answer-delay 11m | --answer-delay"
                        + " is 660000 ms: it must be between 0 and 600000 ms",
                "constant http://localhost:1 --rate 1 --at-header A:1 | --at-header requires --at or --changes",
                "constant http://localhost:1 --rate 1 --results pom.xml | pom.xml is not a folder",
                "constant http://localhost:1 --rate 1 --results= | --results is empty: name a folder",
                "constant http://localhost:1 --rate 1 --changes http://localhost:1/a | cannot connect",
                "burst http://localhost:1 --rate 9 --burst-rate 5 | --burst-rate is 5: it must be between 9 and",
                "constant http://a:secret@local_host:1 --rate 1 | The URL contains a user name or password: use"
                        + " --header",
                "constant http://a:secret@localhost:1 --rate 1 | The URL contains a user name or password: use"
                        + " --header",
                "constant http://localhost:1 --rate 1 --at 3s | '3s' is not a control request such as 30s=POST"
                        + " http://host:port/path",
                "constant http://localhost:1 --rate 1 --for 9s --at 9s=GET\u00a0http://localhost:1 | --at is 9000 ms:"
                        + " it must be before the end of the run at 9 s",
                "constant http://localhost:1 --rate 1 --at 1s=GET\u00a0http:///x | --at GET http:///x with --at-header"
                        + " is invalid",
                "constant http://localhost:1 --rate 1 --at 1s=GET\u00a0http://a --at-header Host:b | restricted header"
                        + " name",
                "constant http://localhost:1 --rate 1 --changes http://localhost:1/a | --changes http://localhost:1/a"
                        + " cannot be read",
                "constant http://localhost:1 --rate 1 --changes ftp://a | --changes ftp://a with --at-header is"
                        + " invalid",
                "constant http://localhost:1 --rate 1 --receive-on 0 --body {{id}} | --receive-on is 0: it must be"
                        + " between 1 and 65535",
                "constant http://localhost:1 --rate 1 --receive-on 1 --body {{id}} --received-id x | --received-id 'x'"
                        + " has no group",
                "constant http://localhost:1 --rate 1 --results pom.xml/x | --results pom.xml/x is not writable",
                "queues | Missing required parameter: 'URL'",
                "queues http://localhost:1 | No password: use --password-file, or the environment variable"
                        + " SIMULATOR_PASSWORD",
                "queues http://localhost:1 --password-file none | --password-file none cannot be read",
                "queues http://localhost:1 --password-file pom.xml | --password-file pom.xml has more than 800 bytes",
                "queues http://localhost:1 --password-file /dev/null | --password-file /dev/null has no valid"
                        + " password: one line of 1 to 200",
                "queues http://localhost:1 --user-prefix a:b | --user-prefix is 'a:b': it must be up to 50 letters,"
                        + " digits",
                "queues http://localhost:1 --clients 0 | --clients is 0: it must be between 1 and 10000",
                "queues http://localhost:1 --clients 1 | --total-clients is 1: it must be between 2 and 100000",
                "queues http://localhost:1 --clients 9 --first-client 5 --total-clients 12 | --total-clients is 12: it"
                        + " must be between 13 and",
                "queues http://localhost:1 --clients 9 --first-client 99993 | --first-client is 99993: it must be"
                        + " between 1 and 99992",
                "queues http://localhost:1 --queues 0 | --queues is 0: it must be between 1 and 100000",
                "queues http://localhost:1 --message-size 19 | --message-size is 19: it must be between 20 and 1000000",
                "queues http://localhost:1 --clients 10000 --message-size 1000000 | --clients is 10000, and a message"
                        + " has 1000000 characters: together",
                "queues http://localhost:1 --client-threads 51 | --client-threads is 51: it must be between 1 and 50",
                "queues http://localhost:1 --timeout 1ms | --timeout is 1 ms: it must be between 10 and 600000 ms",
                "queues http://localhost:1 --drain 11m | --drain is 660000 ms: it must be between 0 and 600000 ms",
                "queues http://localhost:1 --lease 1s | --lease requires --ack explicit",
                "queues http://localhost:1 --ack explicit --lease 99ms | --lease is 99 ms: it must be between 100 and"
                        + " 600000 ms",
                "queues http://localhost:1 --warm-up 1500ms | --warm-up is 1500 ms: it must be between 0 and 600 whole"
                        + " seconds",
                "queues http://localhost:1 --for 0s | --for is 0 ms: it must be between 1 and 86400 whole seconds",
                "queues http://localhost:1 --rate 0 | --rate is 0: it must be between 1 and 1000000",
                "queues http://localhost:1 --ack later | Invalid value for option '--ack'",
                "queues https://localhost:1 --ack auto | 'https://localhost:1': an absolute URL that begins with"
                        + " http://",
                "queues http://localhost:1 http://a:secret@local_host:1 | The URL contains a user name or password:"
                        + " use --user-prefix and",
                "queues http://localhost:1/?a=b | The URL 'http://localhost:1/?a=b' has a query or a fragment"
            })
    void rejectsInvalidOptionsWithAReason(String arguments, String message) {
        // a non-breaking space stands for a space within an argument
        String[] all = Stream.of(arguments.split(" "))
                .map(argument -> argument.replace('\u00a0', ' '))
                .toArray(String[]::new);
        SimulatorRun rejected = SimulatorRun.command(folder, all);
        assertThat(rejected.exitCode()).isEqualTo(USAGE);
        assertThat(rejected.output())
                .contains(message, "See: simulator " + all[0] + " --help")
                .doesNotContain("Usage:", "\tat ", "secret");
    }

    @Test
    void rejectsABodyThatIsNotText() throws IOException {
        Path body = Files.write(folder.resolve("body"), new byte[] {(byte) 0xff});
        SimulatorRun rejected =
                SimulatorRun.command(folder, "constant", "http://localhost:1", "--rate=1", "--body-file=" + body);
        assertThat(rejected.exitCode()).isEqualTo(USAGE);
        assertThat(rejected.output()).contains("--body-file " + body + " is not UTF-8 text");
    }

    @Test
    void rejectsMoreInFlightThanFitsIntoMemory() throws IOException {
        Path body = Files.writeString(folder.resolve("body"), "x".repeat(1_000_000));
        SimulatorRun rejected = SimulatorRun.command(
                folder, "constant", "http://localhost:1", "--rate=1", "--in-flight=1000000", "--body-file=" + body);
        assertThat(rejected.exitCode()).isEqualTo(USAGE);
        assertThat(rejected.output())
                .contains("--in-flight is 1000000, and a body has 1000000 bytes", "reduce --in-flight");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ramp", "constant", "burst"})
    void explainsEachCommand(String command) {
        assertThat(SimulatorRun.command(folder, command, "--help").output())
                .contains("--in-flight", "--results", "--lead-in");
    }

    @Test
    void explainsTheRule() {
        assertThat(SimulatorRun.command(folder, "ramp", "--help").output()).contains("A fluctuation begins with");
    }
}
