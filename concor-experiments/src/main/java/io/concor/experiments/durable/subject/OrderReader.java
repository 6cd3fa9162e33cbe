package io.concor.experiments.durable.subject;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;

/** Reads orders and hands events to threads that put them: those of one key to one thread. */
final class OrderReader {

    private static final int ENDED_BEFORE_STOP = 3;
    private static final String CHANGE = "change ";

    private final Subject subject;
    private final PrintStream answers;
    private final List<Putter> putters;

    OrderReader(Subject subject, PrintStream answers, int putters) {
        this.subject = subject;
        this.answers = answers;
        this.putters = IntStream.range(0, putters)
                .mapToObj(i -> new Putter(subject, answers))
                .toList();
    }

    /** Returns when the order to stop was read and all events before it are answered. */
    void read(InputStream orders) throws IOException, InterruptedException {
        putters.forEach(Thread::start);
        BufferedReader lines = new BufferedReader(new InputStreamReader(orders, StandardCharsets.US_ASCII));
        for (String line = lines.readLine(); !"stop".equals(line); line = lines.readLine()) {
            if (line == null) {
                Runtime.getRuntime().halt(ENDED_BEFORE_STOP);
            } else if (line.equals("waiting")) {
                answers.println("waiting " + waiting());
            } else if (line.startsWith(CHANGE)) {
                change(Integer.parseInt(line.substring(CHANGE.length())));
            } else {
                put(line.split(" "));
            }
        }
        putters.forEach(Putter::finish);
        for (Putter putter : putters) {
            putter.join();
        }
    }

    private void put(String[] order) {
        Event event = new Event(Long.parseLong(order[1]), Integer.parseInt(order[2]));
        putters.get(event.key() % putters.size()).add(event);
    }

    /** On a thread of its own: orders go on meanwhile. */
    private void change(int number) {
        Thread change = new Thread(() -> System.err.println("Change: " + subject.change(number)), "change");
        change.setDaemon(true);
        change.start();
    }

    private long waiting() {
        try {
            return subject.waiting();
        } catch (Exception unknown) {
            return -1;
        }
    }
}
