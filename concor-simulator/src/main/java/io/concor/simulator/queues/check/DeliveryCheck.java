package io.concor.simulator.queues.check;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Checks that each acknowledged message is received once, unchanged, and by the client that it was sent to. Thread-safe. */
public final class DeliveryCheck {

    private static final int MAX_EXAMPLES = 20;
    private static final int MAX_EXCERPT = 40;

    private final MessageContents contents;
    private final MessageRoutes routes;
    private final ClientRange clients;
    private final ClientAccounts accounts;
    private final long leaseNanos;
    private final List<SenderLedger> ledgers;
    private final LongAdder acknowledgedOfOthers = new LongAdder();
    private final LongAdder twice = new LongAdder();
    private final LongAdder wrong = new LongAdder();
    private final LongAdder again = new LongAdder();
    private final LongAdder ofOtherRuns = new LongAdder();
    private final AtomicLong lastReceiveNanos = new AtomicLong(System.nanoTime());
    private final Map<MessageRoute, Integer> receivesWithoutAnswer = new HashMap<>();
    private final List<String> examples = new ArrayList<>();

    /**
     * Creates a check.
     *
     * @param clients the clients of this process
     * @param accounts their names
     * @param leaseNanos how long a message is leased to the client that has received it; 0 if it is deleted
     * @param contents the contents of the messages
     * @param routes the routes of the messages
     */
    public DeliveryCheck(
            ClientRange clients,
            ClientAccounts accounts,
            long leaseNanos,
            MessageContents contents,
            MessageRoutes routes) {
        this.contents = contents;
        this.routes = routes;
        this.clients = clients;
        this.accounts = accounts;
        this.leaseNanos = leaseNanos;
        this.ledgers = IntStream.range(0, clients.count())
                .mapToObj(client -> new SenderLedger(leaseNanos > 0))
                .toList();
    }

    /** Records that a client sends its next message. Returns its number. */
    public int send(int sender) {
        return ledger(sender).send();
    }

    /** Records that a message was acknowledged. */
    public void acknowledged(int sender, int number, @Nullable String id) {
        if (!contents.id(sender, number).equals(id)) {
            wrong.increment();
            addExample("wrong: the send of message " + contents.id(sender, number) + " was answered with id "
                    + printable(limited(String.valueOf(id))));
        }
        if (clients.contains(routes.of(sender, number).receiver())) {
            ledger(sender).acknowledged(number);
        } else {
            acknowledgedOfOthers.increment();
            ledger(sender).unexpected(number);
        }
    }

    /** Records that the server refused a message, and cannot have it. */
    public void refused(int sender, int number) {
        ledger(sender).unexpected(number);
    }

    /** Records that a receive, which would have deleted a message, had no answer. */
    public void receiveWithoutAnswer(MessageRoute route) {
        if (leaseNanos == 0) {
            synchronized (receivesWithoutAnswer) {
                receivesWithoutAnswer.merge(route, 1, Integer::sum);
            }
        }
    }

    /**
     * Checks a message.
     *
     * @param route the client that received it, and from where
     * @param message the message, or null if the answer could not be read
     * @param sentNanos when the request was sent, before which no lease begins
     * @return where it comes from if it was sent in this run to this client; otherwise null
     */
    @Nullable
    public MessageOrigin received(MessageRoute route, @Nullable DeliveredMessage message, long sentNanos) {
        lastReceiveNanos.set(System.nanoTime());
        MessageOrigin origin = message == null ? null : contents.parse(message.content());
        if (message == null || origin == null) {
            countWrong(route, message, "which no client sends");
            return null;
        }
        if (!isAddressedTo(route, message, origin)) {
            countWrong(route, message, "which was not for it");
            return null;
        }
        if (leaseNanos > 0 && message.receipt().isEmpty()) {
            countWrong(route, message, "without a receipt");
        }
        if (!contents.isOfThisRun(origin)) {
            ofOtherRuns.increment();
            return null;
        }
        if (!isOnItsRoute(route, message, origin)) {
            countWrong(route, message, "which was not sent there");
            return null;
        }
        long now = System.nanoTime();
        count(ledger(origin.sender()).received(origin.number(), now, sentNanos + leaseNanos), route, message);
        return origin;
    }

    /** Records that a list of queues could not be read. */
    public void unreadableList(int client) {
        wrong.increment();
        addExample("wrong: " + accounts.name(client) + " received a list of queues that is unreadable");
    }

    /** Records that the end of a message was acknowledged. */
    public void ended(MessageOrigin origin) {
        ledger(origin.sender()).ended(origin.number());
    }

    /** Returns the number of messages that are acknowledged and not received. */
    public long outstanding() {
        return ledgers.stream().mapToLong(SenderLedger::outstanding).sum();
    }

    /** Returns when the last message was received. */
    public long lastReceiveNanos() {
        return lastReceiveNanos.get();
    }

    /**
     * Returns the result.
     *
     * @param drained whether all clients have received what there was for them
     */
    public DeliveryResult result(boolean drained) {
        long outstanding = outstanding();
        long lost = drained ? countLost() : 0;
        synchronized (examples) {
            return new DeliveryResult(
                    ledgers.stream().mapToLong(SenderLedger::acknowledged).sum() + acknowledgedOfOthers.sum(),
                    ledgers.stream().mapToLong(SenderLedger::received).sum() + ofOtherRuns.sum(),
                    lost,
                    drained ? outstanding - lost : 0,
                    drained ? 0 : outstanding,
                    twice.sum(),
                    wrong.sum(),
                    again.sum(),
                    ofOtherRuns.sum(),
                    List.copyOf(examples));
        }
    }

    /** Counts the messages that no receive without an answer can have deleted. */
    private long countLost() {
        LongAdder lost = new LongAdder();
        Map<MessageRoute, Integer> explanations;
        synchronized (receivesWithoutAnswer) {
            explanations = new HashMap<>(receivesWithoutAnswer);
        }
        for (int i = 0; i < ledgers.size(); i++) {
            int sender = clients.first() + i;
            ledgers.get(i).forEachOutstanding(number -> {
                MessageRoute route = routes.of(sender, number);
                if (explanations.merge(route, -1, Integer::sum) < 0) {
                    lost.increment();
                    addExample("lost: message " + contents.id(sender, number) + " to " + name(route));
                }
            });
        }
        return lost.sum();
    }

    private boolean isAddressedTo(MessageRoute route, DeliveredMessage message, MessageOrigin origin) {
        return message.to().equals(accounts.name(route.receiver()))
                && message.from().equals(accounts.name(origin.sender()))
                && origin.sender() != route.receiver();
    }

    private boolean isOnItsRoute(MessageRoute route, DeliveredMessage message, MessageOrigin origin) {
        return clients.contains(origin.sender())
                && routes.of(origin.sender(), origin.number()).equals(route)
                && contents.id(origin.sender(), origin.number()).equals(message.id());
    }

    private void count(DeliveryFinding delivery, MessageRoute route, DeliveredMessage message) {
        switch (delivery) {
            case FIRST -> {}
            case AGAIN -> again.increment();
            case TWICE -> {
                twice.increment();
                addExample("twice: " + name(route) + " received again " + excerpt(message));
            }
            case UNEXPECTED -> countWrong(route, message, "which the server had not accepted");
        }
    }

    private void countWrong(MessageRoute route, @Nullable DeliveredMessage message, String reason) {
        wrong.increment();
        addExample("wrong: " + name(route) + " received " + excerpt(message) + ", " + reason);
    }

    private void addExample(String text) {
        synchronized (examples) {
            if (examples.size() < MAX_EXAMPLES) {
                examples.add(text);
            }
        }
    }

    private String name(MessageRoute route) {
        return accounts.name(route.receiver()) + " at " + QueueNames.name(route.queue());
    }

    /** Returns what identifies a message, without characters that are not printable: they come from the server. */
    private static String excerpt(@Nullable DeliveredMessage message) {
        if (message == null) {
            return "an unreadable answer";
        }
        String text = "message " + limited(message.id()) + " from " + limited(message.from()) + " to "
                + limited(message.to()) + " with content " + limited(message.content());
        return printable(text);
    }

    private static String printable(String text) {
        return text.replaceAll("[^ -~]", "?");
    }

    private static String limited(String text) {
        return text.length() <= MAX_EXCERPT ? text : text.substring(0, MAX_EXCERPT) + "...";
    }

    private SenderLedger ledger(int client) {
        return ledgers.get(client - clients.first());
    }
}
