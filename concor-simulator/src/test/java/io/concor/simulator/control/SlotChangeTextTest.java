package io.concor.simulator.control;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SlotChangeTextTest {

    private static final String ANSWER = """
            {"flow":"mo-flow","slot":"resolver","oldVersion":1,"version":2,"dryRun":false,"changed":%s,
             "handedOver":3,"tookMicros":14083,"warnings":[],
             "slots":[{"slot":"resolver","oldSettings":{"pool":"none"},
                       "newSettings":{"pool":"fixed","threads":4,"capacity":1024,"wait":"blocking"}},
                      {"slot":"router","oldSettings":{"pool":"single","capacity":8},"newSettings":{"pool":"none"}}]}""";

    @Test
    void describesEachSlotThatHasChanged() {
        assertThat(SlotChangeText.ofAnswer(ANSWER.formatted(true)))
                .contains(
                        "Layout version 2 of mo-flow: slot resolver, empty, now fixed pool of 4 threads, capacity 1024,"
                                + " wait blocking; slot router, single pool, capacity 8, now empty. 3 waiting events were handed"
                                + " over in 14.083 ms.");
    }

    @Test
    void saysThatNothingHasChanged() {
        assertThat(SlotChangeText.ofAnswer(ANSWER.formatted(false))).contains("Nothing changed in flow mo-flow.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "OK", "null", "[]", "{}", "{\"changed\":true", "{\"changed\":\"no\",\"slots\":[]}"})
    void describesNoOtherAnswer(String answer) {
        assertThat(SlotChangeText.ofAnswer(answer)).isEmpty();
    }

    @Test
    void printsNoControlCharacters() {
        String answer = "{\"changed\":true,\"flow\":\"a\\u001b[31m\",\"slots\":[]}";
        assertThat(SlotChangeText.ofAnswer(answer)).get().asString().doesNotContain("\u001b");
    }
}
