package io.concor.autoconfigure.aot;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.autoconfigure.StartupFailure;
import org.junit.jupiter.api.Test;
import org.springframework.boot.diagnostics.FailureAnalysis;

class BuildTimeConditionExceptionTests {

    @Test
    void namesThePropertyBothValuesAndTheRemedy() {
        BuildTimeConditionException changed = new BuildTimeConditionException("concor.presets.store", "file", "jpa");

        FailureAnalysis analysis = StartupFailure.analysis(new IllegalStateException(changed));

        assertThat(analysis.getDescription()).contains("concor.presets.store", "'file'", "'jpa'");
        assertThat(analysis.getAction()).contains("Set 'concor.presets.store' to 'file', or build");
    }
}
