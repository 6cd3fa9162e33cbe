package io.concor.soak;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The options of a soak test, each given as {@code --name=value}.
 *
 * @param duration how long rounds are started. Default: 1m.
 * @param rounds how many rounds are run instead of a duration; 0 for a duration. Default: 0.
 * @param seed the seed of the first round. A seed that was printed repeats the choices of its round, not their timing.
 *     Default: taken from the time.
 * @param events the events of each round. Default: 100000.
 * @param shapes the flows, in turn. Default: all.
 */
record SoakOptions(Duration duration, int rounds, long seed, int events, List<FlowShape> shapes) {

    private static final Duration MAX_DURATION = Duration.ofDays(7);
    private static final int MAX_ROUNDS = 1_000_000;
    private static final int MAX_EVENTS = 10_000_000;
    private static final String ALL_SHAPES =
            Arrays.stream(FlowShape.values()).map(Enum::name).collect(Collectors.joining(","));
    private static final List<String> NAMES = List.of("--duration", "--rounds", "--seed", "--events", "--shapes");

    /**
     * Parses command-line arguments.
     *
     * @throws IllegalArgumentException if an option is unknown, or its value is malformed or out of bounds
     */
    static SoakOptions parse(String... arguments) {
        Map<String, String> given = Arrays.stream(arguments)
                .map(argument -> argument.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> pair.length == 1 ? "" : pair[1]));
        require(NAMES.containsAll(given.keySet()), "options", given.keySet(), "among " + NAMES);
        return new SoakOptions(
                value(given, "--duration", "1m", text -> Duration.parse("PT" + text)),
                value(given, "--rounds", "0", Integer::valueOf),
                value(given, "--seed", Long.toString(System.currentTimeMillis() % 1_000_000), Long::valueOf),
                value(given, "--events", "100000", Integer::valueOf),
                value(given, "--shapes", ALL_SHAPES, SoakOptions::shapes));
    }

    SoakOptions {
        require(
                !duration.isNegative() && !duration.isZero() && duration.compareTo(MAX_DURATION) <= 0,
                "--duration",
                duration,
                "more than 0s and at most 168h");
        require(rounds >= 0 && rounds <= MAX_ROUNDS, "--rounds", rounds, "0 to " + MAX_ROUNDS);
        require(events >= 1 && events <= MAX_EVENTS, "--events", events, "1 to " + MAX_EVENTS);
    }

    private static List<FlowShape> shapes(String names) {
        return Arrays.stream(names.split(",")).map(FlowShape::valueOf).toList();
    }

    private static <T> T value(
            Map<String, String> given, String name, String defaultValue, Function<String, T> parser) {
        String text = given.getOrDefault(name, defaultValue);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException | DateTimeException malformed) {
            throw new IllegalArgumentException(
                    "%s is '%s': %s".formatted(name, text, malformed.getMessage()), malformed);
        }
    }

    private static void require(boolean valid, String name, Object value, String bounds) {
        if (!valid) {
            throw new IllegalArgumentException("%s is %s: it must be %s".formatted(name, value, bounds));
        }
    }
}
