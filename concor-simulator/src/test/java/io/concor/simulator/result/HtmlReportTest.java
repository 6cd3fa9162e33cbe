package io.concor.simulator.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.control.SentControlRequest;
import io.concor.simulator.load.LatencySummary;
import io.concor.simulator.load.LoadProfile;
import io.concor.simulator.load.LoadStatistics;
import io.concor.simulator.load.LoadTotals;
import io.concor.simulator.load.SecondStatistics;
import io.concor.simulator.result.SvgDrawing.DrawnBox;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The geometry of the charts: nothing is outside of its chart, and no texts overlap. */
class HtmlReportTest {

    /** Heights of texts and titles in the style of the page: on a screen and on a phone. */
    private static final double[][] HEIGHTS = {{12, 15}, {14, 15}};

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 0", "7, 3", "47, 37", "100, 1013", "3600, 9999", "20000, 1000000"})
    void drawsEverythingInsideAndNoOverlappingTexts(int seconds, int most) {
        List<SvgDrawing> drawings = SvgDrawing.of(new HtmlReport(result(seconds, most)).html());
        assertThat(drawings).hasSize(4).allSatisfy(drawing -> {
            DrawnBox plot = drawing.plot();
            assertThat(drawing.viewBox().holds(plot)).isTrue();
            assertThat(drawing.lines()).isNotEmpty().allSatisfy(line -> {
                assertThat(line.size()).as("a single point is not visible").isNotEqualTo(1);
                assertThat(line).allMatch(plot::holds);
            });
            for (double[] heights : HEIGHTS) {
                assertReadable(drawing, heights[0], heights[1]);
            }
        });
    }

    /** In the seconds in which requests in flight are awaited, all figures fall. */
    @Test
    void drawsNoSecondAfterTheEndOfTheLoad() {
        RunResult result = result(7, 3);
        List<SecondStatistics> seconds = result.account().seconds();
        IntStream.range(5, 7).forEach(i -> seconds.set(i, withoutLoad(seconds.get(i))));

        assertThat(SvgDrawing.of(new HtmlReport(result).html()).get(0).lines())
                .allSatisfy(line -> assertThat(line).hasSize(5));
    }

    private static SecondStatistics withoutLoad(SecondStatistics second) {
        return new SecondStatistics(
                second.second(), 0, 0, second.completed(), 0, 0, 0, second.latencies(), second.lateness());
    }

    private static void assertReadable(SvgDrawing drawing, double height, double titleHeight) {
        List<DrawnBox> texts = drawing.texts(height, titleHeight);
        assertThat(texts).hasSizeGreaterThan(10).allMatch(drawing.viewBox()::holds);
        for (int i = 0; i < texts.size(); i++) {
            DrawnBox text = texts.get(i);
            assertThat(texts.subList(i + 1, texts.size())).as(text.what()).noneMatch(text::overlaps);
        }
    }

    private static RunResult result(int seconds, int most) {
        int[] windows = IntStream.range(0, seconds * 100)
                .map(window -> most * (window % 2) / 100)
                .toArray();
        LatencySummary latencies = new LatencySummary(1, 1, 2, most, 5L * most, 1000L * most);
        List<SecondStatistics> all = IntStream.range(0, seconds)
                .mapToObj(second -> new SecondStatistics(
                        second, most, most, most * (second % 2), 0, 0, second % 2, latencies, latencies))
                .collect(Collectors.toCollection(ArrayList::new));
        return new RunResult(
                "run",
                "constant",
                LoadProfile.constant(Math.max(1, most), seconds),
                30,
                64,
                "http://localhost",
                "answer",
                HostInfo.current(),
                "2026-11-21T00:00:00Z",
                RunEnding.FINISHED,
                null,
                null,
                List.of(new SentControlRequest(seconds * 500.0, 3, "DELETE http://localhost", 200, "{}")),
                1,
                null,
                new LoadStatistics(
                        all,
                        new LoadTotals(1, 1, 0, 0, 0, 0),
                        Map.of(),
                        latencies,
                        latencies,
                        windows,
                        windows,
                        windows));
    }
}
