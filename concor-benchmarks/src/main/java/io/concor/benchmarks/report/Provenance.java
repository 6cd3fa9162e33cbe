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
 * @param host the {@linkplain MachineFacts#host() host}
 */
public record Provenance(String commit, String measured, String host) {

    private static final String NOT_RECORDED = "not recorded";

    /** Returns the origin of results that this JVM measures now. */
    public static Provenance now() {
        return new Provenance(
                BuildCommit.current(), LocalDate.now(ZoneOffset.UTC).toString(), MachineFacts.host());
    }

    /** Reads the origin of a result. Parts that it lacks are "not recorded". */
    static Provenance of(JsonNode result) {
        return new Provenance(
                result.path("commit").asString(NOT_RECORDED),
                result.path("measured").asString(NOT_RECORDED),
                result.path("host").asString(NOT_RECORDED));
    }

    /** Returns one origin with each distinct part of all. */
    static Provenance joined(Collection<Provenance> all) {
        return new Provenance(
                joined(all, Provenance::commit), joined(all, Provenance::measured), joined(all, Provenance::host));
    }

    private static String joined(Collection<Provenance> all, Function<Provenance, String> part) {
        return all.stream().map(part).distinct().collect(Collectors.joining(", "));
    }

    /** Returns whether it is one commit without uncommitted changes, measured on one known host. */
    boolean isOne() {
        return commit.matches("[0-9a-f]+") && host.matches("[0-9a-f]+");
    }

    /** Adds the origin to a result. */
    public void addTo(ObjectNode result) {
        result.put("commit", commit).put("measured", measured).put("host", host);
    }
}
