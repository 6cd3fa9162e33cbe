package io.concor.engine.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.concor.Component;
import io.concor.InvalidFlowException;
import io.concor.SimpleTask;
import io.concor.fixture.WatchedTransactions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScopeRulesTest {

    private static void require(String... scopes) {
        List<FlowDefinition.Scope> all =
                Stream.of(scopes).map(ScopeRulesTest::scope).toList();
        List<Component> components = Stream.of("a", "b", "c")
                .map(name -> Component.of(name, (SimpleTask<String, String>) in -> in))
                .toList();
        new ScopeRules("flow", components).require(all);
    }

    /** From its first to its last letter. */
    private static FlowDefinition.Scope scope(String ends) {
        return new FlowDefinition.Scope(ends.substring(0, 1), ends.substring(1), new WatchedTransactions());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            "xb" |      | transactions[0].from | begins or ends at 'x', which is no component | 'a', 'b', 'c'
            "aa" | "bx" | transactions[1].to   | begins or ends at 'x', which is no component | 'a', 'b', 'c'
            "ba" |      | transactions[0].to   | from 'b' to 'a' ends before it begins        | from 'a' to 'b'
            "ab" | "bc" | transactions[1]      | component 'b': from 'a' to 'b' and from 'b' to 'c' | Let one end
            "ac" | "bb" | transactions[1]      | component 'b'                                | Let one end
            """)
    void reportTheProblemThePartAndTheRemedy(String first, String second, String part, String problem, String remedy) {
        assertThatExceptionOfType(InvalidFlowException.class)
                .isThrownBy(() -> require(second == null ? new String[] {first} : new String[] {first, second}))
                .withMessageStartingWith("Flow 'flow': ")
                .satisfies(wrong -> {
                    assertThat(wrong.part()).isEqualTo(part);
                    assertThat(wrong.problem()).contains(problem);
                    assertThat(wrong.remedy()).contains(remedy);
                });
    }

    @Test
    void allowScopesThatFollowEachOther() {
        assertThatCode(() -> require("ab", "cc")).doesNotThrowAnyException();
    }
}
