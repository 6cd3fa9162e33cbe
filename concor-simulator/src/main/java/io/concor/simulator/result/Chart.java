package io.concor.simulator.result;

import io.concor.simulator.mark.SentControlRequest;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A chart over time as SVG. A value: may be shared by threads.
 *
 * @param title what is drawn, with its unit
 * @param scale how values become heights
 * @param fromSeconds left end
 * @param toSeconds right end
 * @param series lines
 * @param marks drawn as upright lines where they lie inside
 */
public record Chart(
        String title,
        Scale scale,
        double fromSeconds,
        double toSeconds,
        List<Series> series,
        List<SentControlRequest> marks) {

    private static final int LEFT = 70;
    private static final int TOP = 30;
    private static final int WIDTH = 880;
    private static final int HEIGHT = 200;
    private static final int TICKS = 10;

    /** What the page of the report says about charts, for one without a page. */
    private static final String STYLE = """
            <style>
            svg { background: #fff; font-family: sans-serif }
            text { font-size: 12px }
            text.title { font-size: 15px }
            polyline { fill: none; stroke-width: 1.5 }
            .grid { stroke: #e5e5e5 }
            .mark { stroke: #7d3c98; stroke-width: 2; stroke-dasharray: 4 3 }
            </style>""";

    /** How values become heights. */
    public enum Scale {
        /** Evenly, from 0 on. */
        LINEAR {
            @Override
            double at(double value) {
                return value;
            }

            @Override
            List<Double> ticks(double most) {
                return AxisTicks.between(0, most, 5);
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

    /** For a page that says how it looks. */
    public String svg() {
        return svg("", "");
    }

    /** The same as a file of its own. */
    public String picture() {
        return svg("xmlns=\"http://www.w3.org/2000/svg\" ", STYLE);
    }

    private String svg(String attributes, String style) {
        String begin = "<svg %sviewBox=\"0 0 980 280\" role=\"img\" aria-label=\"%s\">%s"
                .formatted(attributes, Html.escape(title), style);
        return Stream.of(heading(), yTicks(), xTicks(), markLines(), lines(), legend())
                .collect(Collectors.joining("\n", begin, "</svg>\n"));
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
        return AxisTicks.between(fromSeconds, toSeconds, TICKS).stream()
                .map(seconds -> svg(
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s s</text>",
                        x(seconds), TOP + HEIGHT + 18, Html.number(seconds)))
                .collect(Collectors.joining("\n"));
    }

    private String markLines() {
        return marks.stream().filter(this::inside).map(this::markLine).collect(Collectors.joining("\n"));
    }

    private boolean inside(SentControlRequest mark) {
        return mark.atSeconds() >= fromSeconds && mark.atSeconds() <= toSeconds;
    }

    private String markLine(SentControlRequest mark) {
        return svg(
                "<line x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\" class=\"mark\"><title>%4$s</title></line>",
                x(mark.atSeconds()), TOP, TOP + HEIGHT, Html.escape(mark.request()));
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
