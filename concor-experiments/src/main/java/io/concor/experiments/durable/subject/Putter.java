package io.concor.experiments.durable.subject;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Puts what has collected meanwhile at once, and answers. */
final class Putter extends Thread {

    private static final int MOST = 256;
    private static final String UNKNOWN = "unknown";
    private static final long AFTER_FAILURE_MILLIS = 100;
    private static final Event END = new Event(-1, -1);

    private final Subject subject;
    private final PrintStream answers;
    private final BlockingQueue<Event> events = new LinkedBlockingQueue<>();

    Putter(Subject subject, PrintStream answers) {
        super("putter");
        this.subject = subject;
        this.answers = answers;
        setDaemon(true);
    }

    void add(Event event) {
        events.add(event);
    }

    /** Ends the thread after the events that were added before. */
    void finish() {
        events.add(END);
    }

    @Override
    public void run() {
        List<Event> batch = new ArrayList<>();
        try {
            while (!batch.contains(END)) {
                batch.clear();
                batch.add(events.take());
                events.drainTo(batch, MOST - 1);
                put(batch.stream().filter(event -> !event.equals(END)).toList());
            }
        } catch (InterruptedException ending) {
            Thread.currentThread().interrupt();
        }
    }

    private void put(List<Event> batch) throws InterruptedException {
        if (batch.isEmpty()) {
            return;
        }
        String outcome = "accepted";
        try {
            subject.put(batch);
        } catch (Exception failed) {
            System.err.println("A put failed: " + failed);
            outcome = UNKNOWN;
        }
        StringBuilder line = new StringBuilder(outcome);
        batch.forEach(event -> line.append(' ').append(event.number()));
        answers.println(line);
        if (outcome.equals(UNKNOWN)) {
            TimeUnit.MILLISECONDS.sleep(
                    AFTER_FAILURE_MILLIS); // or a database that is down makes events fail by the million
        }
    }
}
