package io.concor.simulator.queues;

import io.concor.simulator.queues.check.DeliveredMessage;
import io.concor.simulator.queues.check.DeliveryCheck;
import io.concor.simulator.queues.check.MessageOrigin;
import io.concor.simulator.queues.check.MessageRoute;
import io.concor.simulator.queues.check.MessageRoutes;
import io.concor.simulator.queues.check.QueueNames;
import io.concor.simulator.queues.http.QueueCall;
import io.concor.simulator.queues.http.QueueRequest;
import io.concor.simulator.queues.http.RequestListener;
import io.concor.simulator.queues.http.RequestObserver;
import io.concor.simulator.queues.http.RequestRate;
import io.concor.simulator.queues.http.RequestSender;
import io.concor.simulator.queues.http.ServerAnswer;
import io.netty.channel.EventLoop;
import java.util.ArrayDeque;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One client: sends a message, lists the queues in which messages wait for it, receives one from each, and begins again. Confined
 * to its event loop, but for the methods that say otherwise.
 */
final class QueueClient implements RequestListener {

    private static final long IDLE_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int OK = 200;
    private static final int CONFLICT = 409;

    private final int client;
    private final ClientLoadSettings settings;
    private final QueueRequests requests;
    private final MessageRoutes routes;
    private final DeliveryCheck check;
    private final EventLoop eventLoop;
    private final RequestSender sender;
    private final SetupTasks setup;
    private final String authorization;

    private Queue<Integer> waitingQueues = new ArrayDeque<>();
    private MessageRoute route = new MessageRoute(0, QueueNames.UNKNOWN);
    private int number;
    private @Nullable LeasedMessage leased;
    private boolean loading;
    private boolean sending;
    private boolean listsNext;

    private volatile boolean setUp;
    private volatile boolean idle;
    private volatile @Nullable String setupFailure;

    QueueClient(
            int client,
            ClientLoadSettings settings,
            QueueRequests requests,
            MessageRoutes routes,
            DeliveryCheck check,
            EventLoop eventLoop) {
        this.client = client;
        this.settings = settings;
        this.requests = requests;
        this.routes = routes;
        this.check = check;
        this.eventLoop = eventLoop;
        this.sender = new RequestSender(
                eventLoop,
                settings.connections(),
                client % settings.connections().servers().size(),
                this);
        this.setup = new SetupTasks(client, settings, requests);
        this.authorization = requests.authorization(client);
    }

    /** Begins with the setup. Any thread may call this. */
    void start() {
        eventLoop.execute(this::next);
    }

    /** Begins with the load, once all clients are set up. Any thread may call this. */
    void startLoad(RequestObserver observer, RequestRate rate) {
        eventLoop.execute(() -> {
            loading = true;
            sending = true;
            sender.observe(observer, rate);
            next();
        });
    }

    /** Stops sending, and goes on to receive. Any thread may call this. */
    void drain() {
        eventLoop.execute(() -> sending = false);
    }

    void expire(long nowNanos) {
        sender.expire(nowNanos);
    }

    void close() {
        sender.close();
    }

    /** Whether the setup has ended. Any thread may call this. */
    boolean isSetUp() {
        return setUp;
    }

    /** Returns why the setup has failed, or null. Any thread may call this. */
    @Nullable
    String setupFailure() {
        return setupFailure;
    }

    /** Whether the client has stopped sending, and no message waited for it at its last look. Any thread may call this. */
    boolean isIdle() {
        return idle && sender.failures() == 0;
    }

    /** Returns the number of failures since the last success. Any thread may call this. */
    int failures() {
        return sender.failures();
    }

    /** Returns when the last request failed; the creation of the client if none has. Any thread may call this. */
    long lastFailureNanos() {
        return sender.lastFailureNanos();
    }

    /** Returns the last failure, or null. Any thread may call this. */
    @Nullable
    String lastFailure() {
        return sender.lastFailure();
    }

    @Override
    public void next() {
        if (!loading) {
            setUpNext();
        } else if (leased != null) {
            sender.send(requests.end(authorization, leased.queue(), leased.id(), leased.receipt()));
        } else if (!waitingQueues.isEmpty()) {
            route = new MessageRoute(client, waitingQueues.remove());
            sender.send(requests.receive(authorization, route.queue()));
        } else if (listsNext || !sending) {
            listsNext = false;
            sender.sendAfter(idle ? IDLE_PAUSE_NANOS : 0, requests.list(authorization));
        } else {
            listsNext = true;
            number = check.send(client);
            route = routes.of(client, number);
            sender.send(requests.send(authorization, client, number, route));
        }
    }

    private void setUpNext() {
        QueueRequest request = setup.next();
        if (request != null) {
            sender.send(request);
        } else {
            setUp = true;
        }
    }

    @Override
    public String succeeded(QueueRequest request, ServerAnswer answer, long sentNanos) {
        return switch (request.call()) {
            case REGISTER, CREATE, PEEK -> {
                setup.succeeded(answer.status() == CONFLICT, requests);
                yield "";
            }
            case SEND -> {
                check.acknowledged(client, number, AnswerReader.id(answer));
                yield details(route.receiver(), requests.beginning(client, number));
            }
            case LIST -> {
                list(AnswerReader.queues(answer, settings.queues()));
                idle = !sending && waitingQueues.isEmpty();
                yield "";
            }
            case RECEIVE -> answer.status() == OK ? received(answer, sentNanos) : "(" + route.queue() + ")";
            case END -> ended();
        };
    }

    private void list(@Nullable Queue<Integer> queues) {
        if (queues == null) {
            check.unreadableList(client);
        } else {
            waitingQueues = queues;
        }
    }

    private String received(ServerAnswer answer, long sentNanos) {
        DeliveredMessage message = AnswerReader.message(answer);
        MessageOrigin origin = check.received(route, message, sentNanos);
        if (settings.lease() != null && message != null && !message.receipt().isEmpty()) {
            leased = new LeasedMessage(
                    route.queue(), message.id(), message.receipt(), sentNanos + settings.leaseNanos(), origin);
        }
        return origin == null
                ? "(" + route.queue() + ", unexpected)"
                : details(origin.sender(), requests.beginning(origin.sender(), origin.number()));
    }

    private String ended() {
        LeasedMessage message = Objects.requireNonNull(leased);
        leased = null;
        if (message.origin() != null) {
            check.ended(message.origin());
        }
        return "(" + message.queue() + ")";
    }

    @Override
    public void refused(QueueRequest request, int status, boolean uncertain) {
        switch (request.call()) {
            case REGISTER, CREATE, PEEK ->
                setupFailure = "Cannot set up the clients and queues: " + sender.lastFailure();
            case SEND -> {
                if (!uncertain) {
                    check.refused(client, number);
                }
            }
            case END -> leased = null;
            case LIST, RECEIVE -> {}
        }
    }

    @Override
    public boolean mayRepeat(QueueRequest request, boolean uncertain) {
        return switch (request.call()) {
            case REGISTER, CREATE, PEEK, LIST -> true;
            case SEND -> sending;
            case RECEIVE -> !uncertain;
            case END -> leased != null && System.nanoTime() - leased.endNanos() < 0;
        };
    }

    @Override
    public void givenUp(QueueRequest request) {
        if (request.call() == QueueCall.RECEIVE) {
            check.receiveWithoutAnswer(route);
        } else if (request.call() == QueueCall.END) {
            leased = null;
        }
    }

    private String details(int other, String beginning) {
        return "(" + route.queue() + ", " + other + ", " + beginning + ")";
    }
}
