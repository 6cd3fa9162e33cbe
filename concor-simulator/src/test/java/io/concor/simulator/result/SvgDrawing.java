package io.concor.simulator.result;

import java.io.StringReader;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** An SVG chart of a page, parsed. */
final class SvgDrawing {

    private static final Pattern SVG = Pattern.compile("<svg.*?</svg>", Pattern.DOTALL);
    private static final Pattern BLANKS = Pattern.compile("\\s+");

    /** The title ends here. */
    private static final double TITLE = 22;

    /** Maximum ratio of width to height of a character in common fonts. */
    private static final double CHARACTER = 0.58;

    private final Element svg;

    private SvgDrawing(String text) {
        try {
            var builder = DocumentBuilderFactory.newInstance().newDocumentBuilder();
            svg = builder.parse(new InputSource(new StringReader(text))).getDocumentElement();
        } catch (Exception malformed) {
            throw new AssertionError(text, malformed);
        }
    }

    static List<SvgDrawing> of(String page) {
        return SVG.matcher(page)
                .results()
                .map(found -> new SvgDrawing(found.group()))
                .toList();
    }

    DrawnBox viewBox() {
        double[] numbers = numbers(svg.getAttribute("viewBox"));
        return new DrawnBox("view", numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]);
    }

    /** Returns the area from the grid up to the title. */
    DrawnBox plot() {
        DrawnBox grid = elements("line")
                .filter(line -> line.getAttribute("class").equals("grid"))
                .map(line -> new DrawnBox(
                        "grid", number(line, "x1"), number(line, "y1"), number(line, "x2"), number(line, "y2")))
                .reduce(DrawnBox::with)
                .orElseThrow();
        return new DrawnBox("plot", grid.left, TITLE, grid.right, grid.bottom);
    }

    /** Returns the points of each line. */
    List<List<DrawnBox>> lines() {
        return elements("polyline")
                .map(line -> BLANKS.splitAsStream(line.getAttribute("points"))
                        .filter(point -> !point.isEmpty())
                        .map(point -> numbers(point.replace(',', ' ')))
                        .map(point -> new DrawnBox("point", point[0], point[1], point[0], point[1]))
                        .toList())
                .toList();
    }

    /** Returns the approximate areas of the texts. */
    List<DrawnBox> texts(double height, double titleHeight) {
        return elements("text")
                .map(text -> covered(text, text.getAttribute("class").equals("title") ? titleHeight : height))
                .toList();
    }

    private static DrawnBox covered(Element text, double height) {
        String content = text.getTextContent();
        double width = content.length() * CHARACTER * height;
        double x = number(text, "x")
                - switch (text.getAttribute("text-anchor")) {
                    case "end" -> width;
                    case "middle" -> width / 2;
                    default -> 0;
                };
        double y = number(text, "y");
        if (text.getAttribute("transform").startsWith("rotate(-90")) {
            return upright(content, number(text, "x"), y, width, height);
        }
        return new DrawnBox(content, x, y - 0.75 * height, x + width, y + 0.2 * height);
    }

    /** Returns the area of a text that is centred and rotated to the left. */
    private static DrawnBox upright(String content, double x, double y, double width, double height) {
        return new DrawnBox(content, x - 0.75 * height, y - width / 2, x + 0.2 * height, y + width / 2);
    }

    private Stream<Element> elements(String name) {
        var found = svg.getElementsByTagName(name);
        return IntStream.range(0, found.getLength()).mapToObj(i -> (Element) found.item(i));
    }

    private static double number(Element element, String attribute) {
        return Double.parseDouble(element.getAttribute(attribute));
    }

    private static double[] numbers(String text) {
        return BLANKS.splitAsStream(text).mapToDouble(Double::parseDouble).toArray();
    }

    /** An area of the drawing and its content. */
    record DrawnBox(String what, double left, double top, double right, double bottom) {

        boolean holds(DrawnBox other) {
            return left <= other.left && top <= other.top && right >= other.right && bottom >= other.bottom;
        }

        boolean overlaps(DrawnBox other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }

        DrawnBox with(DrawnBox other) {
            return new DrawnBox(
                    what,
                    Math.min(left, other.left),
                    Math.min(top, other.top),
                    Math.max(right, other.right),
                    Math.max(bottom, other.bottom));
        }
    }
}
