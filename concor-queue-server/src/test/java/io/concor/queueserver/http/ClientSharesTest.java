package io.concor.queueserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ClientSharesTest {

    private static final int PLACES = 768;
    private static final int MOST_OF_CLIENT = 100;

    private final ClientShares shares = new ClientShares(PLACES, MOST_OF_CLIENT);

    /** Takes as many places as a client can have, and returns how many. */
    private int takeAll(String client) {
        int taken = 0;
        while (shares.tryTake(client)) {
            taken++;
        }
        return taken;
    }

    @Test
    void giveOneClientItsMost() {
        assertThat(takeAll("alice")).isEqualTo(MOST_OF_CLIENT);

        shares.release("alice");
        assertThat(takeAll("alice")).isOne();
        assertThat(shares.taken()).isEqualTo(MOST_OF_CLIENT);
    }

    @Test
    void leaveRoomToOthersWhenSomeClientsTakeAllTheyCan() {
        IntStream.range(0, 10).forEach(number -> takeAll("greedy " + number));

        assertThat(shares.taken()).isLessThan(PLACES * 9 / 10);
        assertThat(takeAll("alice")).isGreaterThan(15);
    }

    @Test
    void hinderNoneOfManyClientsWithAFewRequestsEach() {
        for (int round = 0; round < 5; round++) {
            assertThat(IntStream.range(0, 100).allMatch(number -> shares.tryTake("client " + number)))
                    .isTrue();
        }
    }

    @Test
    void leaveOnePlaceToEachClient() {
        IntStream.range(0, PLACES).forEach(number -> takeAll("client " + number));

        assertThat(shares.tryTake("one more")).isTrue();
        assertThat(shares.tryTake("one more")).isFalse();
    }
}
