package io.concor.experiments.durable.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.concor.experiments.durable.subject.Event;
import io.concor.experiments.durable.subject.Subject;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ProcessLoadTest {

    private final List<Event> put = Collections.synchronizedList(new ArrayList<>());
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream answers = new PrintStream(printed, true, StandardCharsets.US_ASCII);

    private final Subject subject = new Subject() {

        @Override
        public void put(List<Event> events) {
            put.addAll(events);
        }

        @Override
        public long waiting() {
            return put.size();
        }

        @Override
        public void close() {}
    };

    private LoadReporter start(ProcessLoad load) {
        LoadReporter reporter = new LoadReporter(answers, load);
        new ProcessLoadRunner(load, subject, reporter, answers).start();
        return reporter;
    }

    @Test
    void isTheSameOnTheOtherSideOfACommandLine() {
        ProcessLoad load = ProcessLoad.saturated(4, 64)
                .from(7)
                .behind(1000)
                .failing(1, 10_000)
                .withTimes();

        List<String> arguments = load.format();

        assertThat(arguments).hasSize(ProcessLoad.ARGUMENTS);
        assertThat(ProcessLoad.parse(arguments.toArray(new String[0]))).isEqualTo(load);
    }

    @Test
    void fillsWithAsManyEventsAsAreToWait() {
        start(ProcessLoad.fill(4, 64, 4000));

        await("filled").until(() -> printed.toString(StandardCharsets.US_ASCII).contains(ProcessLoadRunner.FILLED));
        assertThat(put).hasSize(4000).doesNotHaveDuplicates();
    }

    @Test
    void putsTheEventsOfEachKeyInTheOrderOfTheirNumbers() {
        start(ProcessLoad.fill(4, 64, 40_000).failing(0, 100));

        await("filled").until(() -> printed.toString(StandardCharsets.US_ASCII).contains(ProcessLoadRunner.FILLED));
        Map<Integer, List<Long>> byKey = new TreeMap<>();
        put.forEach(event ->
                byKey.computeIfAbsent(event.key(), none -> new ArrayList<>()).add(event.number()));
        assertThat(byKey).hasSize(100).allSatisfy((key, numbers) -> assertThat(numbers)
                .isSorted());
    }

    @Test
    void waitsWhileTooManyEventsWait() {
        start(ProcessLoad.saturated(1, 1000));

        await("full").until(() -> put.size() > ProcessLoad.MOST_WAITING);
        assertThat(put).hasSizeLessThanOrEqualTo((int) ProcessLoad.MOST_WAITING + 1000);
    }

    @Test
    void doesNotWaitForWhatOthersHaveHandled() {
        LoadReporter reporter = start(ProcessLoad.saturated(1, 1000));
        await("full").until(() -> put.size() > ProcessLoad.MOST_WAITING);

        reporter.handledElsewhere(5000);

        await("more").until(() -> put.size() > ProcessLoad.MOST_WAITING + 5000);
        assertThat(put).hasSizeLessThanOrEqualTo((int) ProcessLoad.MOST_WAITING + 6000);
    }
}
