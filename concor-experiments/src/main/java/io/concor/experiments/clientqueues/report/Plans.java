package io.concor.experiments.clientqueues.report;

import io.concor.experiments.clientqueues.VariedSetting;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Plans the experiments as the report describes them, in as much time as there is on one machine. */
final class Plans {

    static final int MESSAGE_SIZE = 20;

    /** A checkpoint begins after about 50 MB of the log, as with the three segments of the report. */
    static final Map<String, String> SMALL_LOG = Map.of("max_wal_size", "96MB");

    /** After about a gigabyte, as with its 64 segments. */
    static final Map<String, String> LARGE_LOG = Map.of("max_wal_size", "2GB", "checkpoint_timeout", "12min");

    private static final int CLIENTS = 50;
    private static final int MORE_CLIENTS = 100;
    private static final int MANY_CLIENTS = 1000;

    private static final List<Integer> SIZES = List.of(MESSAGE_SIZE, 500, 1000, 5000, 10_000, 20_000, 50_000, 100_000);
    private static final List<Integer> LARGE_SIZES = List.of(200_000, 500_000, 1_000_000);
    private static final List<Integer> LIVE_VALUES = List.of(1, 2, 5, 10, 20, 40, 50, 80);
    private static final List<Integer> CLIENT_NUMBERS = List.of(10, 20, 50, 75, 100, 125, 150, 200);
    private static final List<Integer> PROCESSES = List.of(1, 2, 4);
    private static final List<Integer> SERVERS = List.of(1, 2, 5);

    private static final int TRACE_SECONDS = 30 * 60;
    private static final int SECONDS = 30;
    private static final int LONGER_SECONDS = 60;
    private static final int WARM_UP_SECONDS = 10;
    private static final int LIVE_WARM_UP_SECONDS = 30;

    private Plans() {}

    static Plan of(ReportExperiment experiment, ReportSettings settings) {
        return switch (experiment) {
            case STABILITY -> loads("clients", settings, TRACE_SECONDS, 1, List.of(stability(settings)));
            case MESSAGE_SIZES -> loads("characters", settings, SECONDS, 1, messageSizes(settings.clients(CLIENTS)));
            case CONNECTIONS -> live(VariedSetting.CONNECTIONS, settings);
            case THREADS -> live(VariedSetting.THREADS, settings);
            case THREADS_AND_CONNECTIONS -> live(VariedSetting.THREADS_AND_CONNECTIONS, settings);
            case CLIENTS -> loads("clients", settings, SECONDS, 2, List.of(clients(settings)));
            case CLIENT_PROCESSES -> loads("processes of clients", settings, SECONDS, 2, List.of(processes(settings)));
            case SPEED_UP -> loads("servers", settings, LONGER_SECONDS, 1, speedUp(settings.clients(MANY_CLIENTS)));
            case SCALE_UP, SCALE_OUT ->
                loads("servers", settings, LONGER_SECONDS, 1, scaling(settings.clients(MORE_CLIENTS)));
        };
    }

    private static LoadPlan loads(
            String variable, ReportSettings settings, int seconds, int rounds, List<Bench> benches) {
        return new LoadPlan(
                variable,
                benches,
                settings.rounds(rounds),
                settings.seconds(seconds),
                settings.warmUpSeconds(WARM_UP_SECONDS));
    }

    private static LivePlan live(VariedSetting setting, ReportSettings settings) {
        return new LivePlan(
                setting,
                LIVE_VALUES,
                settings.clients(CLIENTS),
                settings.rounds(1),
                settings.seconds(SECONDS),
                settings.warmUpSeconds(LIVE_WARM_UP_SECONDS));
    }

    private static Bench stability(ReportSettings settings) {
        int clients = settings.clients(MORE_CLIENTS);
        return Bench.of(1, List.of(new LoadPoint(clients, clients, MESSAGE_SIZE, 0)));
    }

    /** A server that takes longer messages reads fewer of them at a time: so the shorter ones have a server of their own. */
    private static List<Bench> messageSizes(int clients) {
        return List.of(
                sizes(SMALL_LOG, SIZES, clients),
                sizes(SMALL_LOG, LARGE_SIZES, clients),
                sizes(LARGE_LOG, LARGE_SIZES, clients));
    }

    private static Bench sizes(Map<String, String> database, List<Integer> sizes, int clients) {
        return new Bench(
                "max_wal_size " + database.get("max_wal_size"),
                1,
                sizes.get(sizes.size() - 1),
                database,
                sizes.stream()
                        .map(size -> new LoadPoint(size, clients, size, 0))
                        .toList());
    }

    /** The numbers of the report up to the largest one that is wanted. */
    private static Bench clients(ReportSettings settings) {
        int most = settings.clients(CLIENT_NUMBERS.get(CLIENT_NUMBERS.size() - 1));
        return Bench.of(
                1,
                IntStream.concat(
                                CLIENT_NUMBERS.stream()
                                        .mapToInt(number -> number)
                                        .filter(number -> number < most),
                                IntStream.of(most))
                        .mapToObj(number -> new LoadPoint(number, number, MESSAGE_SIZE, 0))
                        .toList());
    }

    private static Bench processes(ReportSettings settings) {
        int clients = settings.clients(MORE_CLIENTS);
        return Bench.of(
                1,
                PROCESSES.stream()
                        .map(count -> new LoadPoint(count, clients, MESSAGE_SIZE, count))
                        .toList());
    }

    private static List<Bench> speedUp(int clients) {
        return SERVERS.stream()
                .map(servers -> Bench.of(servers, List.of(new LoadPoint(servers, clients, MESSAGE_SIZE, 0))))
                .toList();
    }

    private static List<Bench> scaling(int clientsOfServer) {
        return SERVERS.stream()
                .map(servers ->
                        Bench.of(servers, List.of(new LoadPoint(servers, servers * clientsOfServer, MESSAGE_SIZE, 0))))
                .toList();
    }
}
