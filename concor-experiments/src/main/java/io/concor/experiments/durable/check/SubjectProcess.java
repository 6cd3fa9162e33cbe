package io.concor.experiments.durable.check;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A running process with a subject, from its start to its end. Thread-safe. */
final class SubjectProcess {

    /** Events that are sent and not answered. */
    private static final int WINDOW = 2000;

    private final Process process;
    private final Ledger ledger;
    private final Writer orders;
    private final CompletableFuture<Boolean> ready = new CompletableFuture<>();
    private int unanswered;
    private boolean ended;
    private @Nullable CompletableFuture<Long> waiting;

    /** @param onEnd is called once when everything that the process has printed is read */
    SubjectProcess(List<String> command, Path log, Ledger ledger, Consumer<SubjectProcess> onEnd) throws IOException {
        this.ledger = ledger;
        this.process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        this.orders = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.US_ASCII);
        Thread reader = new Thread(() -> readAnswers(onEnd), "answers");
        reader.setDaemon(true);
        reader.start();
    }

    private void readAnswers(Consumer<SubjectProcess> onEnd) {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                answered(line.split(" "));
            }
        } catch (IOException ending) {
            // it has ended
        }
        end();
        onEnd.accept(this);
    }

    private void answered(String[] answer) {
        switch (answer[0]) {
            case "ready" -> ready.complete(true);
            case "waiting" -> answerWaiting(Long.parseLong(answer[1]));
            case "accepted" -> {
                ledger.accept(numbers(answer));
                answered(answer.length - 1);
            }
            case "unknown" -> answered(answer.length - 1);
            case "taken-back" -> ledger.takeBack(numbers(answer));
            default -> {
                // cut off by the end of the process
            }
        }
    }

    private static List<Integer> numbers(String[] answer) {
        return Arrays.stream(answer).skip(1).map(Integer::valueOf).toList();
    }

    private synchronized void answered(int count) {
        unanswered -= count;
        notifyAll();
    }

    private synchronized void answerWaiting(long count) {
        if (waiting != null) {
            waiting.complete(count);
        }
    }

    private synchronized void end() {
        ended = true;
        ready.complete(false);
        answerWaiting(-1);
        notifyAll();
    }

    long pid() {
        return process.pid();
    }

    /** Waits until it is ready. Returns false if it has ended instead. */
    boolean awaitReady() {
        return ready.join();
    }

    boolean isReady() {
        return ready.getNow(false) && process.isAlive();
    }

    /** Sends the next event of the instance when there is room. Returns false if there is none within the time. */
    boolean send(int instance, Duration within) throws InterruptedException {
        long end = System.nanoTime() + within.toNanos();
        synchronized (this) {
            while (unanswered >= WINDOW && !ended) {
                long left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
                if (left <= 0) {
                    return false;
                }
                wait(left);
            }
            if (ended) {
                return false;
            }
            unanswered++;
        }
        int number = ledger.send(instance);
        return write("put %d %d\n".formatted(number, ledger.key(number)));
    }

    synchronized boolean idle() {
        return ended || unanswered == 0;
    }

    /** Writes through: events that are not written could never be answered. */
    private boolean write(String order) {
        synchronized (orders) {
            try {
                orders.write(order);
                orders.flush();
                return true;
            } catch (IOException ending) {
                return false;
            }
        }
    }

    /** Asks for the number of events that wait. Negative if it is not known. */
    long waiting(Duration within) {
        CompletableFuture<Long> asked = new CompletableFuture<>();
        synchronized (this) {
            waiting = asked;
        }
        if (ended || !write("waiting\n")) {
            return -1;
        }
        return asked.completeOnTimeout(-1L, within.toMillis(), TimeUnit.MILLISECONDS)
                .join();
    }

    /** Orders it to change its layout. Returns whether it reads orders. */
    boolean change(int number) {
        return write("change %d\n".formatted(number));
    }

    /** Orders it to stop. */
    void stop() {
        write("stop\n");
    }

    void kill() {
        process.destroyForcibly();
    }

    /** Waits for the end. Kills it after this time. Returns whether it ended by itself. */
    boolean awaitEnd(Duration within) throws InterruptedException {
        if (process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS)) {
            return true;
        }
        kill();
        process.waitFor();
        return false;
    }
}
