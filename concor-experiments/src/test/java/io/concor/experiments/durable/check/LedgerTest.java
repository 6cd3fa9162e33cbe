package io.concor.experiments.durable.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LedgerTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "1, 7", "2, 7", "3, 3", "3, 1000"})
    void givesEachInstanceNumbersAndKeysOfItsOwn(int instances, int keys) {
        Ledger ledger = new Ledger(instances, keys);
        for (int instance = 0; instance < instances; instance++) {
            for (int i = 0; i < 1000; i++) {
                int number = ledger.send(instance);
                assertThat(number % instances).isEqualTo(instance);
                assertThat(ledger.key(number)).isBetween(0, keys - 1);
                assertThat(ledger.key(number) % instances).isEqualTo(instance);
            }
        }
        assertThat(ledger.sent()).isEqualTo(1000L * instances);
    }

    @Test
    void usesAllKeys() {
        Ledger ledger = new Ledger(2, 9);

        assertThat(Stream.generate(() -> ledger.key(ledger.send(0))).limit(100).distinct())
                .containsExactlyInAnyOrder(0, 2, 4, 6, 8);
    }

    @Test
    void letsInstancesWithoutAKeySendNothing() {
        assertThat(new Ledger(2, 1).hasKeys(0)).isTrue();
        assertThat(new Ledger(2, 1).hasKeys(1)).isFalse();
    }
}
