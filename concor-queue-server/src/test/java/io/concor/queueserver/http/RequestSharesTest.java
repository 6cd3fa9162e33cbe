package io.concor.queueserver.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.queueserver.request.TooManyRequestsException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RequestSharesTest {

    private static final int OF_CLIENT = 2;
    private static final int LOOKS = 25;

    /** A quarter of the flow is for looks. */
    private final RequestShares shares = new RequestShares(OF_CLIENT, 4 * LOOKS);

    @Test
    void haveRoomForSoManyRequestsOfOneClient() {
        shares.begin("alice");
        shares.begin("alice");

        assertThatExceptionOfType(TooManyRequestsException.class)
                .isThrownBy(() -> shares.begin("alice"))
                .withMessageContaining("Client 'alice'");
        assertThatCode(() -> shares.begin("bob")).doesNotThrowAnyException();
        shares.end("alice");
        assertThatCode(() -> shares.begin("alice")).doesNotThrowAnyException();
    }

    @Test
    void letReceivesLookInTheirTurn() {
        List<Integer> begun = new ArrayList<>();
        IntStream.range(0, LOOKS + 2).forEach(number -> shares.look(() -> begun.add(number)));
        assertThat(begun).hasSize(LOOKS);

        shares.looked();
        assertThat(begun).hasSize(LOOKS + 1);
        shares.looked();
        shares.looked();
        assertThat(begun).hasSize(LOOKS + 2).isSorted();
    }

    @Test
    void needNoDeeperStackForMoreLooksThatEndAtOnce() {
        int[] ended = {0};
        IntStream.range(0, LOOKS).forEach(any -> shares.look(() -> {}));
        IntStream.range(0, 100_000)
                .forEach(any -> shares.look(() -> {
                    ended[0]++;
                    shares.looked();
                }));

        shares.looked();

        assertThat(ended[0]).isEqualTo(100_000);
    }
}
