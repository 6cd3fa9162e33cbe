package io.concor.autoconfigure.endpoint.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.statistics.BatchDecision;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class BatchSizeDecisionTests {

    @Test
    void aDecisionIsToldWithItsEvidence() {
        BatchDecision decision =
                new BatchDecision(Instant.EPOCH, 40, 50, 123_456, 2_000, 51.23, "full batches left events behind");

        assertThat(BatchSizeDecision.of("writer", decision))
                .returns("1970-01-01T00:00:00Z", BatchSizeDecision::at)
                .returns(123_000.0, BatchSizeDecision::p95Micros)
                .returns(
                        "writer: batches of up to 50 instead of 40: full batches left events behind (p95 123 ms; a call takes 2 ms and 0.0512 ms for each event)",
                        BatchSizeDecision::words);
    }
}
