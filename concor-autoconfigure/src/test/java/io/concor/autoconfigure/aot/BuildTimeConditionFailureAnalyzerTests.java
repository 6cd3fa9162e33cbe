package io.concor.autoconfigure.aot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

class BuildTimeConditionFailureAnalyzerTests {

    @Test
    void namesThePropertyBothValuesAndTheRemedy() {
        BuildTimeConditionException changed = new BuildTimeConditionException("concor.presets.store", "file", "jpa");

        FailureAnalysis analysis = new BuildTimeConditionFailureAnalyzer().analyze(new IllegalStateException(changed));

        assertThat(analysis.getDescription()).contains("concor.presets.store", "'file'", "'jpa'");
        assertThat(analysis.getAction()).contains("Set 'concor.presets.store' to 'file', or build");
    }
}
