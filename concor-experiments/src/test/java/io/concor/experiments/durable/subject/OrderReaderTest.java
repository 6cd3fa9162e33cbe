package io.concor.experiments.durable.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class OrderReaderTest {

    private final List<Event> put = new CopyOnWriteArrayList<>();
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    /** Refuses events of key 9. */
    private final Subject subject = new Subject() {
        @Override
        public void put(List<Event> events) {
            if (events.get(0).key() == 9) {
                throw new IllegalStateException("refused");
            }
            put.addAll(events);
        }

        @Override
        public long waiting() {
            return 7;
        }

        @Override
        public void close() {}
    };

    private List<String> answers(int putters, String orders) throws Exception {
        PrintStream answers = new PrintStream(printed, true, StandardCharsets.US_ASCII);
        new OrderReader(subject, answers, putters)
                .read(new ByteArrayInputStream(orders.getBytes(StandardCharsets.US_ASCII)));
        return printed.toString(StandardCharsets.US_ASCII).lines().toList();
    }

    @Test
    void answersEachEventBeforeItStops() throws Exception {
        List<String> answers = answers(3, "put 1 0\nput 2 1\nput 3 0\nstop\n");

        assertThat(put).containsExactlyInAnyOrder(new Event(1, 0), new Event(2, 1), new Event(3, 0));
        assertThat(answers).allMatch(line -> line.startsWith("accepted "));
        assertThat(String.join(" ", answers)).contains(" 1", " 2", " 3");
    }

    @Test
    void reportsAnEventWhosePutFailedAsUnknown() throws Exception {
        assertThat(answers(1, "put 5 9\nstop\n")).containsExactly("unknown 5");
    }

    @Test
    void keepsTheOrderOfAKey() throws Exception {
        StringBuilder orders = new StringBuilder();
        for (int number = 0; number < 1000; number++) {
            orders.append("put ").append(number).append(' ').append(number % 4).append('\n');
        }
        answers(2, orders + "stop\n");

        for (int key = 0; key < 4; key++) {
            int of = key;
            assertThat(put.stream().filter(event -> event.key() == of).map(Event::number))
                    .hasSize(250)
                    .isSorted();
        }
    }

    @Test
    void answersHowManyWait() throws Exception {
        assertThat(answers(1, "waiting\nstop\n")).containsExactly("waiting 7");
    }
}
