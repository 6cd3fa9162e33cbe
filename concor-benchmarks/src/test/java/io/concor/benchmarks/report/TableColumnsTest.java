package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TableColumnsTest {

    @Test
    void hasARowForEachAndACellForEachColumn() {
        assertThat(new TableColumns<String>()
                        .column("word", word -> word)
                        .column("length", word -> Integer.toString(word.length()))
                        .markdown(List.of("one", "three")))
                .isEqualTo("""
                        | word | length |
                        |---|---:|
                        | one | 3 |
                        | three | 5 |
                        """);
    }
}
