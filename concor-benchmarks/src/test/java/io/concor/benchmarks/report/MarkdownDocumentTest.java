package io.concor.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownDocumentTest {

    @Test
    void replacesATableAndNothingElse() {
        String document = "before\n%s\nold\n<!-- end -->\nafter".formatted(MarkdownDocument.mark("speed"));

        assertThat(MarkdownDocument.replaced(document, "speed", "new\n"))
                .isEqualTo("before\n%s\n\nnew\n\n<!-- end -->\nafter".formatted(MarkdownDocument.mark("speed")));
    }

    @Test
    void leavesADocumentWithoutThatTableUnchanged() {
        assertThat(MarkdownDocument.replaced("text", "speed", "new")).isEqualTo("text");
    }

    @Test
    void rejectsATableWithoutAnEnd() {
        assertThatThrownBy(() -> MarkdownDocument.replaced(MarkdownDocument.mark("speed"), "speed", "new"))
                .hasMessageContaining("<!-- end -->");
    }

    @Test
    void doesNotTakeTheEndOfTheNextTable() {
        String document =
                "%s\n%s\n<!-- end -->".formatted(MarkdownDocument.mark("speed"), MarkdownDocument.mark("cost"));

        assertThat(MarkdownDocument.missing(document, List.of("speed", "cost")))
                .containsExactly("<!-- end --> after " + MarkdownDocument.mark("speed"));
        assertThatThrownBy(() -> MarkdownDocument.replaced(document, "speed", "new"))
                .hasMessageContaining("<!-- end -->");
    }
}
