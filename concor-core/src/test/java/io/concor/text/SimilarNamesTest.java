package io.concor.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SimilarNamesTest {

    private static final List<String> SLOTS =
            List.of("endpoint-resolver", "session-manager", "message sender", "threads", "router", "db");

    @ParameterizedTest
    @CsvSource({
        "thread, threads",
        "threadss, threads",
        "theards, threads",
        "htreads, threads",
        "THREADS, threads",
        "sessionManager, session-manager",
        "messageSender, message sender",
        "endpont-resolvers, endpoint-resolver",
        "resolver, endpoint-resolver",
        "moEndpointResolver, endpoint-resolver",
        "rooter, router",
        "bd, db"
    })
    void findsTheNameThatWasProbablyMeant(String unknown, String meant) {
        assertThat(SimilarNames.hint(unknown, SLOTS)).isEqualTo(" (did you mean '%s'?)".formatted(meant));
    }

    @ParameterizedTest
    @CsvSource({"elastic", "d", "routing table", "xy", "'...'", "12", "' '"})
    void findsNoneForADifferentName(String unknown) {
        assertThat(SimilarNames.hint(unknown, SLOTS)).isEmpty();
    }

    @Test
    void findsNoneForANumber() {
        assertThat(SimilarNames.hint("11", List.of("1", "12", "111"))).isEmpty();
    }

    @Test
    void leavesOutNamesThatAreLessSimilarThanTheBest() {
        assertThat(SimilarNames.hint("reslover", List.of("rescuer", "resolver")))
                .isEqualTo(" (did you mean 'resolver'?)");
    }

    @Test
    void namesNoMoreThanThree() {
        assertThat(SimilarNames.hint("stage", List.of("stage-1", "stage-2", "stage-3", "stage-4")))
                .isEqualTo(" (did you mean 'stage-1' or 'stage-2' or 'stage-3'?)");
    }

    /** A longer name could come from an attacker, and would take time in proportion to its length. */
    @Test
    void ignoresNamesOfMoreThanOneHundredCharacters() {
        String longest = "x".repeat(100);

        assertThat(SimilarNames.hint(longest, List.of("x".repeat(99)))).contains("did you mean");
        assertThat(SimilarNames.hint(longest + "x", List.of(longest))).isEmpty();
    }
}
