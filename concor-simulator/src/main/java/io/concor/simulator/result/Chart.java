package io.concor.simulator.result;

import io.concor.simulator.mark.Marked;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A chart over time as SVG.
 *
 * @param title what is drawn, with its unit
 * @param scale how values become heights
 * @param fromSeconds left end
 * @param toSeconds right end
 * @param series lines
 * @param marks drawn as upright lines where they lie inside
 */
record Chart(String title, Scale scale, double fromSeconds, double toSeconds, List<Series> series, List<Marked> marks) {

    private static final int LEFT = 70;
    private static final int TOP = 30;
    private static final int WIDTH = 880;
    private static final int HEIGHT = 200;
    private static final int TICKS = 10;
    private static final double MILLIS = 1000;

    /** How values become heights. */
    enum Scale {
        LINEAR {
            @Override
            double at(double value) {
                return value;
            }

            @Override
            List<Double> ticks(double most) {
                return Ticks.between(0, most, 5);
            }
        },
        /** From 0.01 on. */
        LOGARITHMIC {
            @Override
            double at(double value) {
                return Math.max(0, Math.log10(value) + 2);
            }

            @Override
            List<Double> ticks(double most) {
                return Stream.iterate(0.01, tick -> tick <= most, tick -> tick * 10)
                        .toList();
            }
        };

        abstract double at(double value);

        abstract List<Double> ticks(double most);
    }

    String svg() {
        return Stream.of(heading(), yTicks(), xTicks(), markLines(), lines(), legend())
                .collect(Collectors.joining(
                        "\n",
                        "<svg viewBox=\"0 0 980 280\" role=\"img\" aria-label=\"%s\">".formatted(Html.escape(title)),
                        "</svg>\n"));
    }

    private String heading() {
        return "<text x=\"%d\" y=\"18\" class=\"title\">%s</text>".formatted(LEFT, Html.escape(title));
    }

    private double most() {
        return series.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Series.Point::y)
                .reduce(1, Math::max);
    }

    private double x(double seconds) {
        return LEFT + WIDTH * (seconds - fromSeconds) / (toSeconds - fromSeconds);
    }

    private double y(double value, double most) {
        return TOP + HEIGHT - HEIGHT * scale.at(value) / scale.at(most);
    }

    private String yTicks() {
        double most = most();
        return scale.ticks(most).stream()
                .map(value -> yTick(value, y(value, most)))
                .collect(Collectors.joining("\n"));
    }

    private static String yTick(double value, double y) {
        return svg(
                "<line x1=\"%1$d\" x2=\"%2$d\" y1=\"%3$.1f\" y2=\"%3$.1f\" class=\"grid\"/>"
                        + "<text x=\"64\" y=\"%4$.1f\" text-anchor=\"end\">%5$s</text>",
                LEFT, LEFT + WIDTH, y, y + 4, Html.number(value));
    }

    private String xTicks() {
        return Ticks.between(fromSeconds, toSeconds, TICKS).stream()
                .map(seconds -> svg(
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s s</text>",
                        x(seconds), TOP + HEIGHT + 18, Html.number(seconds)))
                .collect(Collectors.joining("\n"));
    }

    private String markLines() {
        return marks.stream().filter(this::inside).map(this::markLine).collect(Collectors.joining("\n"));
    }

    private boolean inside(Marked mark) {
        double seconds = mark.atMillis() / MILLIS;
        return seconds >= fromSeconds && seconds <= toSeconds;
    }

    private String markLine(Marked mark) {
        return svg(
                "<line x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\" class=\"mark\"><title>%4$s</title></line>",
                x(mark.atMillis() / MILLIS), TOP, TOP + HEIGHT, Html.escape(mark.request()));
    }

    private String lines() {
        return series.stream().map(this::line).collect(Collectors.joining("\n"));
    }

    private String line(Series line) {
        double most = most();
        return line.points().stream()
                .map(point -> svg("%.1f,%.1f", x(point.x()), y(point.y(), most)))
                .collect(Collectors.joining(" ", "<polyline points=\"", "\" stroke=\"" + line.colour() + "\"/>"));
    }

    private String legend() {
        return IntStream.range(0, series.size())
                .mapToObj(i -> svg(
                        "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>",
                        LEFT + 130 * i,
                        TOP + HEIGHT + 40,
                        series.get(i).colour(),
                        Html.escape(series.get(i).name())))
                .collect(Collectors.joining("\n"));
    }

    private static String svg(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
