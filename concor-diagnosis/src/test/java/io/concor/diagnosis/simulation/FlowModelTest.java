package io.concor.diagnosis.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FlowModelTest {

    @Test
    void clientsRunWhatIsBetweenATransitionAndTheNextFilledSlot() {
        IntStream runByClients = IntStream.range(0, 6)
                .filter(component -> FlowModel.isRunByClients(component, slot -> slot == 4, task -> task == 1));

        assertThat(runByClients.boxed()).containsExactly(2, 3);
    }
}
