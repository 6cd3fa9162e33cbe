package io.concor.sample.moneytracker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Clients that send transfers until the process is gone, and what they were answered. Each transfer is sent once. */
final class AcceptedTransfers {

    private static final int CLIENTS = 4;
    private static final String[][] ACCOUNTS = {{"1001", "1002"}, {"1001", "1003"}, {"1002", "1003"}};

    private final AtomicInteger numbers = new AtomicInteger();
    private final Set<String> accepted = ConcurrentHashMap.newKeySet();
    private final Set<String> unanswered = ConcurrentHashMap.newKeySet();

    Set<String> accepted() {
        return accepted;
    }

    /** Transfers of which the clients do not know whether they were accepted. */
    Set<String> unanswered() {
        return unanswered;
    }

    /** Has all clients send. After some transfers were accepted, kills the process while they go on. */
    void sendUntilKilled(TrackerClient tracker, int least, TrackerProcess process) throws InterruptedException {
        ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
        CountDownLatch enough = new CountDownLatch(least);
        try {
            for (int i = 0; i < CLIENTS; i++) {
                clients.execute(() -> sendAll(tracker, enough));
            }
            assertThat(enough.await(1, TimeUnit.MINUTES))
                    .as("%s transfers were accepted", least)
                    .isTrue();
        } finally {
            process.kill();
            clients.shutdown();
        }
        assertThat(clients.awaitTermination(1, TimeUnit.MINUTES))
                .as("the clients saw the end of the process")
                .isTrue();
    }

    private void sendAll(TrackerClient tracker, CountDownLatch enough) {
        while (send(tracker)) {
            enough.countDown();
        }
    }

    private boolean send(TrackerClient tracker) {
        int number = numbers.incrementAndGet();
        String id = "k-" + number;
        String[] pair = ACCOUNTS[number % ACCOUNTS.length];
        try {
            boolean stored = tracker.transfer(id, pair[0], pair[1], "0.01").statusCode() == 202;
            (stored ? accepted : unanswered).add(id);
            return stored;
        } catch (UncheckedIOException gone) {
            unanswered.add(id);
            return false;
        }
    }
}
