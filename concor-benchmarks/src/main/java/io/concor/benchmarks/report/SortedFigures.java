package io.concor.benchmarks.report;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/** One figure of several runs, of which there is at least one. */
public final class SortedFigures {

    private final double[] ascending;

    private SortedFigures(DoubleStream figures) {
        ascending = figures.sorted().toArray();
    }

    public static SortedFigures of(double... figures) {
        return new SortedFigures(DoubleStream.of(figures));
    }

    public static <T> SortedFigures of(List<T> runs, ToDoubleFunction<? super T> figure) {
        return new SortedFigures(runs.stream().mapToDouble(figure));
    }

    public double least() {
        return ascending[0];
    }

    /** Returns the one in the middle, or the larger one of the two in the middle. */
    public double median() {
        return ascending[ascending.length / 2];
    }

    public double most() {
        return ascending[ascending.length - 1];
    }
}
