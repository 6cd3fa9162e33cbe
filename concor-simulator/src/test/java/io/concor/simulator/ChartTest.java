package io.concor.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.simulator.result.Chart;
import io.concor.simulator.result.Series;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

class ChartTest {

    private static final Chart CHART = new Chart(
            "a < b",
            "milliseconds",
            Chart.Scale.LINEAR,
            0,
            10,
            List.of(new Series("completed", "#1f6fb4", List.of(new Series.Point(1, 2), new Series.Point(3, 4)))),
            List.of(new Chart.Marker(5, "1", "DELETE \"x\"")));

    @Test
    void isASelfContainedPicture() throws Exception {
        DocumentBuilderFactory parser = DocumentBuilderFactory.newInstance();
        parser.setNamespaceAware(true);

        Document picture = parser.newDocumentBuilder()
                .parse(new ByteArrayInputStream(CHART.picture().getBytes(StandardCharsets.UTF_8)));

        assertThat(picture.getDocumentElement().getNamespaceURI()).isEqualTo("http://www.w3.org/2000/svg");
        assertThat(picture.getElementsByTagName("style").getLength()).isEqualTo(1);
        assertThat(picture.getElementsByTagName("polyline").getLength()).isEqualTo(1);
    }

    @Test
    void hasNoStyleInAPage() {
        assertThat(CHART.svg()).startsWith("<svg viewBox=").doesNotContain("<style>");
    }
}
