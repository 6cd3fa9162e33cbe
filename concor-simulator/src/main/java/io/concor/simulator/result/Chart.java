package io.concor.simulator.result;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A line chart over time, rendered as SVG. Immutable.
 *
 * @param title the quantity
 * @param unit the unit of the vertical axis
 * @param scale scale of the vertical axis
 * @param fromSeconds left end of the time axis
 * @param toSeconds right end of the time axis
 * @param series the lines
 * @param markers drawn as vertical lines if they are between the ends
 */
public record Chart(
        String title,
        String unit,
        Scale scale,
        double fromSeconds,
        double toSeconds,
        List<Series> series,
        List<Marker> markers) {

    private static final int LEFT = 80;
    private static final int TOP = 40;
    private static final int WIDTH = 880;
    private static final int HEIGHT = 200;

    /** The width of the name of a marker. */
    private static final int NAME_WIDTH = 24;

    private static final int TICKS = 10;

    /** The style of a chart that is a file of its own; in the report, the page contains it. */
    private static final String STYLE = """
            <style>
            svg { background: #fff; font-family: sans-serif }
            text { font-size: 12px }
            text.title { font-size: 15px }
            polyline { fill: none; stroke-width: 1.5 }
            .grid { stroke: #e5e5e5 }
            .mark { stroke: #7d3c98; stroke-width: 2; stroke-dasharray: 4 3 }
            </style>""";

    /**
     * An event at a point in time.
     *
     * @param atSeconds time since the start of the run
     * @param name one to three characters
     * @param description tooltip
     */
    public record Marker(double atSeconds, String name, String description) {}

    /** Scale of the vertical axis. */
    public enum Scale {
        /** Linear, from 0. */
        LINEAR {
            @Override
            double height(double value) {
                return value;
            }

            @Override
            List<Double> ticks(double max) {
                return AxisTicks.between(0, max, 5);
            }
        },
        /** Logarithmic, from 0.01. */
        LOGARITHMIC {
            @Override
            double height(double value) {
                return Math.max(0, Math.log10(value) + 2);
            }

            @Override
            List<Double> ticks(double max) {
                return Stream.iterate(0.01, tick -> tick <= max, tick -> tick * 10)
                        .toList();
            }
        };

        abstract double height(double value);

        abstract List<Double> ticks(double max);
    }

    /** Returns an SVG element for a page that contains the style. */
    public String svg() {
        return svg("", "");
    }

    /** Returns an SVG document with its style. */
    public String picture() {
        return svg("xmlns=\"http://www.w3.org/2000/svg\" ", STYLE);
    }

    private String svg(String attributes, String style) {
        String begin = "<svg %sviewBox=\"0 0 990 310\" role=\"img\" aria-label=\"%s\">%s"
                .formatted(attributes, Html.escape(title), style);
        return Stream.of(
                        titleText(),
                        yLabel(),
                        yTicks(),
                        xTicks(),
                        xLabel(),
                        markerLines(),
                        markerNames(),
                        lines(),
                        legend())
                .collect(Collectors.joining("\n", begin, "</svg>\n"));
    }

    private String titleText() {
        return "<text x=\"%d\" y=\"18\" class=\"title\">%s</text>".formatted(LEFT, Html.escape(title));
    }

    private String yLabel() {
        return "<text x=\"14\" y=\"%1$d\" text-anchor=\"middle\" transform=\"rotate(-90 14 %1$d)\">%2$s</text>"
                .formatted(TOP + HEIGHT / 2, Html.escape(unit));
    }

    private static String xLabel() {
        return "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\">seconds since the start of the run</text>"
                .formatted(LEFT + WIDTH / 2, TOP + HEIGHT + 38);
    }

    private double maxValue() {
        return series.stream()
                .flatMap(line -> line.points().stream())
                .mapToDouble(Series.Point::y)
                .reduce(1, Math::max);
    }

    private double x(double seconds) {
        return LEFT + WIDTH * (seconds - fromSeconds) / (toSeconds - fromSeconds);
    }

    private double y(double value, double max) {
        return TOP + HEIGHT - HEIGHT * scale.height(value) / scale.height(max);
    }

    private String yTicks() {
        double max = maxValue();
        return scale.ticks(max).stream()
                .map(value -> yTick(value, y(value, max)))
                .collect(Collectors.joining("\n"));
    }

    private static String yTick(double value, double y) {
        return svg(
                "<line x1=\"%1$d\" x2=\"%2$d\" y1=\"%3$.1f\" y2=\"%3$.1f\" class=\"grid\"/>"
                        + "<text x=\"74\" y=\"%4$.1f\" text-anchor=\"end\">%5$s</text>",
                LEFT, LEFT + WIDTH, y, y + 4, Html.number(value));
    }

    private String xTicks() {
        return AxisTicks.between(fromSeconds, toSeconds, TICKS).stream()
                .map(seconds -> svg(
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>",
                        x(seconds), TOP + HEIGHT + 18, Html.number(seconds)))
                .collect(Collectors.joining("\n"));
    }

    private String markerLines() {
        return visibleMarkers().map(this::markerLine).collect(Collectors.joining("\n"));
    }

    private Stream<Marker> visibleMarkers() {
        return markers.stream().filter(this::isVisible);
    }

    private boolean isVisible(Marker marker) {
        return marker.atSeconds() >= fromSeconds && marker.atSeconds() <= toSeconds;
    }

    private String markerLine(Marker marker) {
        return svg(
                "<line x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\" class=\"mark\"><title>%4$s</title></line>",
                x(marker.atSeconds()), TOP, TOP + HEIGHT, Html.escape(marker.description()));
    }

    /** Where markers are close together, only the first one has space for its name. */
    private String markerNames() {
        StringBuilder names = new StringBuilder();
        double free = 0;
        for (Marker marker : visibleMarkers().toList()) {
            double x = x(marker.atSeconds());
            if (x >= free) {
                names.append(svg(
                        "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%s</text>%n",
                        x, TOP - 6, Html.escape(marker.name())));
                free = x + NAME_WIDTH;
            }
        }
        return names.toString();
    }

    private String lines() {
        return series.stream().map(this::line).collect(Collectors.joining("\n"));
    }

    private String line(Series line) {
        double max = maxValue();
        return line.points().stream()
                .map(point -> svg("%.1f,%.1f", x(point.x()), y(point.y(), max)))
                .collect(Collectors.joining(" ", "<polyline points=\"", "\" stroke=\"" + line.colour() + "\"/>"));
    }

    private String legend() {
        return IntStream.range(0, series.size())
                .mapToObj(i -> svg(
                        "<text x=\"%d\" y=\"%d\" fill=\"%s\">%s</text>",
                        LEFT + 130 * i,
                        TOP + HEIGHT + 60,
                        series.get(i).colour(),
                        Html.escape(series.get(i).name())))
                .collect(Collectors.joining("\n"));
    }

    private static String svg(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
