package io.concor.manage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.InvalidSettingException;
import io.concor.JoinSettings;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ChangeRequestTest {

    private static final JoinSettings SINGLE = JoinSettings.single();
    private static final ChangeOrigin ANN = ChangeOrigin.of(ChangeOrigin.Source.ENDPOINT, "ann");

    @Test
    void putNamesOneSlot() {
        assertThat(ChangeRequest.put("flow", "a", SINGLE))
                .returns(Map.of("a", Optional.of(SINGLE)), ChangeRequest::slots)
                .returns(false, ChangeRequest::exhaustive)
                .returns(null, ChangeRequest::expectedVersion)
                .returns(false, ChangeRequest::dryRun)
                .returns(null, ChangeRequest::reason)
                .returns(Duration.ofSeconds(10), ChangeRequest::timeLimit);
    }

    @Test
    void takeOutNamesOneSlot() {
        assertThat(ChangeRequest.takeOut("flow", "a"))
                .returns(Map.of("a", Optional.empty()), ChangeRequest::slots)
                .returns(false, ChangeRequest::exhaustive);
    }

    @Test
    void layoutNamesAllSlots() {
        assertThat(ChangeRequest.layout("flow", Map.of("a", SINGLE)))
                .returns(Map.of("a", Optional.of(SINGLE)), ChangeRequest::slots)
                .returns(true, ChangeRequest::exhaustive);
    }

    @Test
    void copiesKeepTheOtherValues() {
        ChangeRequest request = ChangeRequest.layout("flow", Map.of("a", SINGLE));

        ChangeRequest changed = request.expectedVersion(7L)
                .dryRun(true)
                .reason("why")
                .timeLimit(Duration.ofSeconds(1))
                .revertAfter(Duration.ofMinutes(5))
                .by(ANN);

        assertThat(changed)
                .isEqualTo(new ChangeRequest(
                        "flow",
                        request.slots(),
                        true,
                        7L,
                        true,
                        "why",
                        Duration.ofSeconds(1),
                        Duration.ofMinutes(5),
                        ANN));
        assertThat(changed.expectedVersion(null)
                        .reason(null)
                        .dryRun(false)
                        .timeLimit(request.timeLimit())
                        .revertAfter(null)
                        .by(ChangeOrigin.JAVA))
                .isEqualTo(request);
    }

    @ParameterizedTest
    @CsvSource({"PT0.999S, 999ms", "PT0S, 0s", "-PT5M, -5m", "P1DT1S, 1d 1s"})
    void trialLastsFromASecondToADay(Duration outOfBounds, String message) {
        ChangeRequest request = ChangeRequest.takeOut("flow", "a");

        assertThat(request.revertAfter(Duration.ofSeconds(1)).revertAfter(Duration.ofDays(1)))
                .returns(Duration.ofDays(1), ChangeRequest::revertAfter);
        assertThatExceptionOfType(InvalidSettingException.class)
                .isThrownBy(() -> request.revertAfter(outOfBounds))
                .returns("revertAfter", InvalidSettingException::field)
                .returns(message + " is out of bounds", InvalidSettingException::reason)
                .returns("1s to 1d", InvalidSettingException::allowed);
    }

    @Test
    void copiesTheMapOfSlots() {
        Map<String, JoinSettings> layout = new LinkedHashMap<>(Map.of("a", SINGLE));
        ChangeRequest request = ChangeRequest.layout("flow", layout);

        layout.clear();

        assertThat(request.slots()).containsKey("a");
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> request.slots().clear());
    }
}
