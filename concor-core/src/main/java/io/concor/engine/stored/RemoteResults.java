package io.concor.engine.stored;

import io.concor.EventTimeoutException;
import io.concor.QueueStoreException;
import io.concor.RemoteErrorException;
import io.concor.engine.definition.FlowDefinition;
import io.concor.engine.event.Context;
import io.concor.engine.event.EventFuture;
import io.concor.engine.event.Passage;
import io.concor.queue.AwaitedOutcome;
import io.concor.queue.QueueDefinition;
import io.concor.queue.QueueDefinition.Order;
import io.concor.queue.QueueStore;
import io.concor.queue.ResultChannel;
import io.concor.queue.StoredEvent;
import io.concor.text.Sentence;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Results of events that end in another process than that of their caller: asks for those of callers here, and answers those of
 * others. Opened by one thread at a time; otherwise thread-safe.
 */
public final class RemoteResults {

    private static final Logger logger = LoggerFactory.getLogger(RemoteResults.class);
    /** In place of the name of a slot. */
    private static final String PLACE = "results";

    private final FlowDefinition flow;
    private final AwaitedResults awaited;
    private final Executor threads;
    private volatile @Nullable ResultChannel channel;

    /** @param threads run the code that depends on the futures of callers */
    RemoteResults(FlowDefinition flow, AwaitedResults awaited, Executor threads) {
        this.flow = flow;
        this.awaited = awaited;
        this.threads = threads;
    }

    /**
     * A slot of the flow has a store that other processes share. Does nothing if one had before.
     *
     * @throws QueueStoreException if the store cannot be reached or does not fit
     */
    public void open(QueueStore store) {
        if (channel == null) {
            channel = store.results(
                    new QueueDefinition(flow.name(), PLACE, Order.ANY, 1, DeclaredMessageTypes.ofResults(flow)),
                    this::received);
        }
    }

    /** The flow has stopped. */
    public void close() {
        ResultChannel present = channel;
        channel = null;
        if (present != null) {
            present.close();
        }
    }

    /** Whether callers here learn results of events that end elsewhere. */
    public boolean comeBack() {
        return channel != null;
    }

    /** Returns the headers of an event that is about to be put: those given, and where its result is awaited, if it is. */
    Map<String, String> headers(Map<String, String> given, Context context, Passage passage) {
        String address = address(context, passage);
        if (address == null) {
            return given;
        }
        Map<String, String> headers = new HashMap<>(given);
        headers.put(ResultChannel.HEADER, address);
        return headers;
    }

    private @Nullable String address(Context context, Passage passage) {
        String put = passage.answerTo();
        if (put != null) {
            return put;
        }
        ResultChannel present = channel;
        EventFuture result = context.result;
        return present == null || result == null || !result.awaitsEnd() ? null : present.address();
    }

    /**
     * An event of a store has ended as its context says. Does nothing if no caller in another process awaits that.
     *
     * @param component where it has failed, if it has
     */
    void answer(Context context, StoredEvent event, String component) {
        prepare(event, () -> outcome(context, component), event::whenEnded);
    }

    /**
     * An event that was handed on has become a dead letter, as the next queue has not taken it.
     *
     * @param component from which it was handed on
     */
    void refused(StoredEvent event, String component, Throwable cause) {
        EventFuture here = awaited.take(event.id());
        if (here == null) {
            prepare(event, () -> AwaitedOutcome.Failed.of(component, cause), Runnable::run);
        } else {
            threads.execute(() -> here.fail(cause));
        }
    }

    private void prepare(StoredEvent event, Supplier<AwaitedOutcome> outcome, Consumer<Runnable> answering) {
        String address = event.headers().get(ResultChannel.HEADER);
        ResultChannel present = channel;
        if (address == null || present == null) {
            return;
        }
        try {
            answering.accept(present.prepare(address, event.id(), outcome.get()));
        } catch (Throwable cannot) { // the event ends nevertheless
            logger.debug("Flow '{}': a caller in another process does not learn a result", flow.name(), cannot);
        }
    }

    private AwaitedOutcome outcome(Context context, String component) {
        Throwable error = context.error;
        if (error == null) {
            return new AwaitedOutcome.Value(context.value);
        }
        return error instanceof EventTimeoutException late && late.flow().equals(flow.name())
                ? new AwaitedOutcome.TimedOut(component)
                : AwaitedOutcome.Failed.of(component, error);
    }

    /** The thread serves all flows of its store: it runs no code of callers. */
    private void received(String event, AwaitedOutcome outcome) {
        EventFuture future = awaited.take(event);
        if (future == null) {
            return;
        }
        if (future.getNumberOfDependents() == 0) {
            end(future, event, outcome);
        } else {
            threads.execute(() -> end(future, event, outcome));
        }
    }

    private void end(EventFuture future, String event, AwaitedOutcome outcome) {
        if (outcome instanceof AwaitedOutcome.Value with) {
            future.endWith(with.value());
        } else {
            future.fail(error(event, outcome));
        }
    }

    private RuntimeException error(String event, AwaitedOutcome outcome) {
        if (outcome instanceof AwaitedOutcome.Failed failed) {
            return new RemoteErrorException(flow.name(), failed.component(), failed.type(), failed.message());
        }
        return outcome instanceof AwaitedOutcome.TimedOut late
                ? new EventTimeoutException(
                        flow.name(), late.component(), flow.limits().timeout())
                : lost(event, (AwaitedOutcome.ValueLost) outcome);
    }

    private QueueStoreException lost(String event, AwaitedOutcome.ValueLost lost) {
        return new QueueStoreException(
                Sentence.of(
                        "The event %s of flow '%s' has ended well in another process, but its result, which component '%s' returns, does not come back: %s. Do not repeat the event. Use accept if the result is not needed",
                        event, flow.name(), flow.component(flow.size() - 1).name(), lost.reason()),
                true,
                lost.cause());
    }
}
