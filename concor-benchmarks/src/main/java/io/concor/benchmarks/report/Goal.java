package io.concor.benchmarks.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * An aim: a figure of one row is at least, or at most, so many times that of the best of its peers in the same table.
 *
 * @param text what the aim is
 * @param table the table that decides it
 * @param figure the figure that is compared
 * @param row the row that is judged
 * @param factor so many times the peer's figure
 * @param atLeast whether more is better
 * @param peers rows, the best of which is compared: the one with the best median
 */
record Goal(String text, String table, String figure, String row, double factor, boolean atLeast, List<String> peers) {

    /** With fewer rounds nothing is decided. */
    static final int LEAST_ROUNDS = 3;

    /** The judgement of an aim. */
    enum Verdict {
        /** Each round keeps it. */
        MET,
        /** No round keeps it. */
        MISSED,
        /** Some rounds keep it, or there are too few. */
        UNDECIDED,
        /** The table, or a row of it, is not measured, or not known to be of one commit and one host. */
        NOT_MEASURED;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /**
     * What came of an aim.
     *
     * @param verdict the judgement
     * @param result the figures that it follows from
     */
    record Outcome(Verdict verdict, String result) {}

    /**
     * Judges the aim by the raw results: a round measures each row once, in turn, and the n-th of one row is divided by the
     * n-th of the other.
     */
    Outcome judge(JsonNode raw) {
        JsonNode rows = raw.path(table).path("rows");
        double[] own = rounds(rows, row);
        Optional<String> best = peers.stream()
                .filter(peer -> rounds(rows, peer).length > 0)
                .max(Comparator.comparingDouble(peer -> median(rows, peer) * (atLeast ? 1 : -1)));
        boolean known = Provenance.of(raw.path(table)).isOne();
        if (!known || own.length == 0 || best.isEmpty()) {
            return new Outcome(Verdict.NOT_MEASURED, "-");
        }
        return judge(own, best.get(), rounds(rows, best.get()));
    }

    private Outcome judge(double[] own, String peer, double[] others) {
        double[] ratios = IntStream.range(0, Math.min(own.length, others.length))
                .mapToDouble(i -> own[i] / others[i])
                .toArray();
        long kept = DoubleStream.of(ratios)
                .filter(ratio -> atLeast ? ratio >= factor : ratio <= factor)
                .count();
        SortedFigures sorted = SortedFigures.of(ratios);
        String result = String.format(
                Locale.ROOT, "%.2f × %s (%.2f to %.2f)", sorted.median(), peer, sorted.least(), sorted.most());
        return new Outcome(verdict(ratios.length, kept), result);
    }

    private static Verdict verdict(int rounds, long kept) {
        if (rounds < LEAST_ROUNDS || kept > 0 && kept < rounds) {
            return Verdict.UNDECIDED;
        }
        return kept == 0 ? Verdict.MISSED : Verdict.MET;
    }

    private double median(JsonNode rows, String name) {
        return SortedFigures.of(rounds(rows, name)).median();
    }

    private double[] rounds(JsonNode rows, String name) {
        return rows.path(name)
                .path(figure)
                .valueStream()
                .mapToDouble(JsonNode::asDouble)
                .toArray();
    }
}
