package io.concor.benchmarks.report;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The origin of results.
 *
 * @param commit the measured commit
 * @param measured the day of the measurement in UTC
 */
public record Provenance(String commit, String measured) {

    private static final String NOT_RECORDED = "not recorded";

    /** Returns the origin of results that this JVM measures now. */
    public static Provenance now() {
        return new Provenance(
                BuildCommit.current(), LocalDate.now(ZoneOffset.UTC).toString());
    }

    /** Reads the origin of a result. Parts that it lacks are "not recorded". */
    static Provenance of(JsonNode result) {
        return new Provenance(
                result.path("commit").asString(NOT_RECORDED),
                result.path("measured").asString(NOT_RECORDED));
    }

    /** Returns one origin with each distinct part of all. */
    static Provenance joined(Collection<Provenance> all) {
        return new Provenance(joined(all, Provenance::commit), joined(all, Provenance::measured));
    }

    private static String joined(Collection<Provenance> all, Function<Provenance, String> part) {
        return all.stream().map(part).distinct().collect(Collectors.joining(", "));
    }

    /** Adds the origin to a result. */
    public void addTo(ObjectNode result) {
        result.put("commit", commit).put("measured", measured);
    }
}
