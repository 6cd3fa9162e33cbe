package io.concor.sample.moneytracker;

import io.concor.Flow;
import io.concor.sample.ParallelRuns;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * Clients that send transfers between random accounts. Each client has several transfers under way, sends half of the
 * failed ones again, and some twice at once.
 */
final class Transfers {

    private static final int CLIENTS = 16;
    private static final int UNDER_WAY = 8;
    private static final int MOST_CENTS = 3000;

    private final Flow<String, BookedTrx> flow;
    private final Bank bank;
    private final Attempts attempts;
    private final AtomicInteger ids = new AtomicInteger();

    Transfers(Flow<String, BookedTrx> flow, Bank bank, Attempts attempts) {
        this.flow = flow;
        this.bank = bank;
        this.attempts = attempts;
    }

    /** Sends a number of transfers and waits for their end. */
    void send(int transfers) {
        sendWhile(() -> ids.get() < transfers);
    }

    /** Sends transfers as long as the condition holds and waits for their end. */
    void sendWhile(BooleanSupplier on) {
        ParallelRuns.together(CLIENTS, () -> new Client().sendWhile(on));
    }

    /** One client, on a thread of its own. */
    private final class Client {

        private final Deque<Sent> underWay = new ArrayDeque<>();
        private final SplittableRandom random = new SplittableRandom(ids.get());

        private record Sent(String id, String message, CompletableFuture<BookedTrx> result) {}

        private boolean sendWhile(BooleanSupplier on) throws Exception {
            while (on.getAsBoolean()) {
                int number = ids.incrementAndGet();
                String id = "t-" + number;
                String message = message(id);
                send(id, message);
                if (number % 16 == 0) {
                    send(id, message);
                }
                while (underWay.size() > UNDER_WAY) {
                    awaitFirst();
                }
            }
            while (!underWay.isEmpty()) {
                awaitFirst();
            }
            return true;
        }

        private String message(String id) {
            int from = random.nextInt(bank.accounts().size());
            int to = (from + 1 + random.nextInt(bank.accounts().size() - 1))
                    % bank.accounts().size();
            int cents = 1 + random.nextInt(MOST_CENTS);
            String amount = "%d.%02d".formatted(cents / 100, cents % 100);
            return Messages.transfer(id, bank.account(from), bank.account(to), amount);
        }

        private void send(String id, String message) {
            CompletableFuture<BookedTrx> result = flow.submit(message);
            underWay.add(new Sent(id, message, result));
        }

        private void awaitFirst() throws Exception {
            Sent sent = underWay.remove();
            sent.result
                    .handle((value, error) -> {
                        attempts.ended(sent.id, value, error);
                        return true;
                    })
                    .get(1, TimeUnit.MINUTES);
            if (sent.result.isCompletedExceptionally() && random.nextBoolean()) {
                send(sent.id, sent.message);
            }
        }
    }
}
