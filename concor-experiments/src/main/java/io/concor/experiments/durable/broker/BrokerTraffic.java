package io.concor.experiments.durable.broker;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What others have asked of a broker so far, and it of itself.
 *
 * @param requests how many, by their kinds as Kafka names them
 * @param bytesIn of records that were produced
 * @param bytesOut of records that were fetched
 */
public record BrokerTraffic(Map<String, Long> requests, long bytesIn, long bytesOut) {

    /** Where there is no broker. */
    public static final BrokerTraffic NONE = new BrokerTraffic(Map.of(), 0, 0);

    /** Kinds of which there are fewer are not shown. */
    private static final double LEAST_SHOWN = 0.005;

    public BrokerTraffic {
        requests = Map.copyOf(requests);
    }

    /** Returns what was asked since. */
    public BrokerTraffic minus(BrokerTraffic before) {
        return with(before, -1);
    }

    /** Returns what was asked of two brokers. */
    BrokerTraffic plus(BrokerTraffic other) {
        return with(other, 1);
    }

    private BrokerTraffic with(BrokerTraffic other, int sign) {
        Map<String, Long> all = new HashMap<>(requests);
        other.requests.forEach((kind, count) -> all.merge(kind, sign * count, Long::sum));
        return new BrokerTraffic(all, bytesIn + sign * other.bytesIn, bytesOut + sign * other.bytesOut);
    }

    /** Returns how many requests there were. */
    public long count() {
        return requests.values().stream().mapToLong(Long::longValue).sum();
    }

    /**
     * Returns it in words, for each of a number of units.
     *
     * @param units seconds or events
     */
    public String per(double units) {
        String kinds = requests.entrySet().stream()
                .filter(each -> each.getValue() / units >= LEAST_SHOWN)
                .sorted(Map.Entry.<String, Long>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .map(each -> each.getKey() + " " + format("%.2f", each.getValue() / units))
                .collect(Collectors.joining(", "));
        return "%s requests (%s), bytes of records: %s in, %s out"
                .formatted(
                        format("%.2f", count() / units),
                        kinds,
                        format("%.0f", bytesIn / units),
                        format("%.0f", bytesOut / units));
    }

    private static String format(String pattern, double value) {
        return String.format(Locale.ROOT, pattern, value);
    }
}
