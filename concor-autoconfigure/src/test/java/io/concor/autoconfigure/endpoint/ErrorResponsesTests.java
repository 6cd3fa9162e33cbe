package io.concor.autoconfigure.endpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.concor.QueueStoreException;
import io.concor.layout.ChangeNotPossibleException;
import io.concor.preset.PresetStoreException;
import java.util.List;
import org.junit.jupiter.api.Test;

class ErrorResponsesTests {

    @Test
    void reportsAConflictAsRetryable() {
        assertThat(ErrorResponses.of(PresetStoreException.ofConflict("orders", "day", null)))
                .satisfies(answer -> assertThat(answer.getStatus()).isEqualTo(409))
                .satisfies(
                        answer -> assertThat(answer.getBody())
                                .isEqualTo(
                                        ErrorDescriptor.of(
                                                "not possible now",
                                                "Preset 'day' of flow 'orders': others keep changing what is stored at the same time; try again")));
    }

    /** The web extension adds Retry-After to this status. */
    @Test
    void reportsAQueueStoreThatIsAwayAsUnavailable() {
        assertThat(ErrorResponses.of(new QueueStoreException("the brokers are away", false, null)))
                .satisfies(answer -> assertThat(answer.getStatus()).isEqualTo(503))
                .satisfies(answer -> assertThat(answer.getBody())
                        .isEqualTo(ErrorDescriptor.of("queue store unavailable", "the brokers are away")));
    }

    @Test
    void reportsAChangeOfAnotherNodeAsAConflict() {
        assertThat(ErrorResponses.of(new ChangeNotPossibleException(
                        "orders", List.of("book"), ChangeNotPossibleException.Reason.ELSEWHERE, "on node 'core'")))
                .satisfies(answer -> assertThat(answer.getStatus()).isEqualTo(409))
                .satisfies(
                        answer -> assertThat(answer.getBody())
                                .isEqualTo(
                                        ErrorDescriptor.of(
                                                "not possible here",
                                                "Flow 'orders', slot 'book': the change is not possible here, so nothing was changed: on node 'core'")));
    }

    @Test
    void reportsAFailingStoreAsServerError() {
        assertThat(ErrorResponses.of(new PresetStoreException("orders", "day", "the disk is full", null))
                        .getStatus())
                .isEqualTo(500);
    }
}
