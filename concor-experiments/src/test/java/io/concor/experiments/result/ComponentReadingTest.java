package io.concor.experiments.result;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class ComponentReadingTest {

    @Test
    void readsComponentsAndTheirSlots() {
        String statistics = """
                {
                  "slots":[{"name":"resolver","pool":"fixed","queueSize":640,"capacity":1024,"activeThreads":31,"totalThreads":32}],
                  "window":{
                    "components":[
                      {"name":"router","service":{"samples":12,"meanMicros":17.2}},
                      {"name":"resolver","service":{"samples":12,"meanMicros":900.5}},
                      {"name":"sender","service":{"samples":0}}
                    ],
                    "slots":[{"name":"resolver","waiting":{"samples":12,"meanMicros":1132.1},"utilisation":0.9}]
                  }
                }""";

        assertThat(ComponentReading.of(new JsonMapper().readTree(statistics)))
                .containsExactly(
                        new ComponentReading("router", 17.2, null),
                        new ComponentReading("resolver", 900.5, new ComponentReading.Slot(1132.1, 640, 31, 32, 0.9)),
                        new ComponentReading("sender", 0, null));
    }
}
