package io.concor.queues.event;

import io.concor.QueueStoreException;
import io.concor.queue.Ending;
import io.concor.queue.NewEvent;
import io.concor.queue.QueueDefinition;
import io.concor.queues.UnwritableMessageException;
import io.concor.queues.codec.EncodedMessage;
import io.concor.queues.codec.MessageFormat;
import io.concor.queues.measure.QueueActivity;
import io.concor.queues.outbox.CarriedEvent;
import io.concor.queues.outbox.HandOvers;
import io.concor.queues.outbox.Outboxes;
import io.concor.queues.row.NewRow;
import io.concor.queues.row.QueueRow;
import io.concor.text.Sentence;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A queue as this process has it open. Thread-safe. */
public final class LocalQueue {

    /** So many puts in a row go to one lane, so that a batch touches few lanes. */
    private static final int RUN_SHIFT = 5;
    /** Where all events are that keep one order. */
    public static final int LANE_OF_ONE = 0;

    private final QueueRow row;
    private final boolean outbox;
    private final MessageFormat formats;
    private final QueueActivity activity;
    private final QueueDepth depth;
    private final OwnRows ownRows;
    private final KnownLevels levels;
    private final AtomicInteger puts = new AtomicInteger();
    private final FreshRows fresh = new FreshRows();
    private final OrderHolds holds = new OrderHolds(this::definition);
    private final EventDelivery delivery;
    private volatile QueueDefinition definition;
    private volatile MessageFormat format;
    private volatile long ownedLanes;
    private volatile boolean paused;
    private volatile HandOvers handOvers = HandOvers.NONE;

    /**
     * @param formats gives the format of each definition
     * @param activity counts what this process does with it
     * @param roomMade is run when the queue may not be full any more
     */
    public LocalQueue(
            QueueRow row,
            QueueDefinition definition,
            MessageFormat formats,
            QueueActivity activity,
            Runnable roomMade) {
        this.row = row;
        outbox = Outboxes.isOutbox(row.slot());
        paused = row.paused();
        this.definition = definition;
        delivery = new EventDelivery(definition.name());
        this.formats = formats;
        format = formats.of(definition);
        this.activity = activity;
        depth = new QueueDepth(() -> this.definition.capacity(), roomMade, activity);
        ownRows = new OwnRows(row.lanes(), this::ownsLane);
        levels = new KnownLevels(activity);
    }

    public int number() {
        return row.id();
    }

    public int lanes() {
        return row.lanes();
    }

    /** Returns whether it hands out nothing, as far as this process knows. */
    public boolean isPaused() {
        return paused;
    }

    /** The database says whether it is paused. */
    public void paused(boolean now) {
        paused = now;
    }

    public QueueDefinition definition() {
        return definition;
    }

    public void use(QueueDefinition changed) {
        format = formats.of(changed);
        definition = changed;
    }

    /** Returns how many events wait, as far as this process knows. */
    public QueueDepth depth() {
        return depth;
    }

    /** Returns what is known of the rows that this process has put. */
    public OwnRows ownRows() {
        return ownRows;
    }

    /** Returns its levels in all processes, as far as this one knows. */
    public KnownLevels levels() {
        return levels;
    }

    /** Returns what this process does with it. */
    public QueueActivity activity() {
        return activity;
    }

    /** Returns which keys are held. */
    public OrderHolds holds() {
        return holds;
    }

    /** Returns what hands its events to the flow. */
    public EventDelivery delivery() {
        return delivery;
    }

    /** Returns the rows on their way to the reader. */
    public FreshRows fresh() {
        return fresh;
    }

    /** Returns whether a postponed event stays where it is, so that later events of its key wait. */
    public boolean keepsPlace(EndRequest end) {
        return end.ending() instanceof Ending.Postponed postponed
                && postponed.failure().holdsOrder()
                && holds.orderKey(end.event().key()) != null;
    }

    // messages

    /** Returns an event whose message is written. */
    public NewEvent prepare(NewEvent event) {
        return new NewEvent(event.id(), event.unique(), written(event), event.key(), event.delay(), event.headers());
    }

    private EncodedMessage written(NewEvent event) {
        try {
            return format.write(event.message());
        } catch (UnwritableMessageException unwritable) {
            throw new QueueStoreException(String.valueOf(unwritable.getMessage()), false, unwritable);
        } catch (Exception failed) {
            throw new QueueStoreException(
                    Sentence.of(
                            "The event '%s' cannot be written for the queue %s: %s",
                            event.id(), definition.name(), failed),
                    false,
                    failed);
        }
    }

    /** Returns whether its events go on to another store as they are: no message is read here. */
    public boolean isOutbox() {
        return outbox;
    }

    /** Returns what learns of events that batches put into this outbox. */
    public HandOvers handOvers() {
        return handOvers;
    }

    public void handOvers(HandOvers to) {
        handOvers = to;
    }

    /** Returns the row of a {@linkplain #prepare prepared} event. */
    public NewRow newRow(NewEvent prepared) {
        NewEvent event = outbox ? CarriedEvent.pack(prepared) : prepared;
        if (!(event.message() instanceof EncodedMessage message)) {
            throw new IllegalArgumentException("the event was not prepared");
        }
        return new NewRow(
                number(),
                laneOf(event.key()),
                event.id(),
                event.unique(),
                event.key(),
                message,
                event.headers(),
                event.delay().toMillis());
    }

    private int laneOf(@Nullable String key) {
        return switch (definition.order()) {
            case ONE -> LANE_OF_ONE;
            case KEY -> key == null ? anyLane() : KeyLanes.laneOf(key, lanes());
            case ANY -> anyLane();
        };
    }

    private int anyLane() {
        return ((puts.getAndIncrement() >>> RUN_SHIFT) & Integer.MAX_VALUE) % lanes();
    }

    @Nullable
    Object read(EncodedMessage message) throws Exception {
        return outbox ? message : format.read(message);
    }

    // lanes, as the reader has them

    /**
     * @param lanes a bit for each lane that this process owns
     */
    public void owns(long lanes) {
        ownedLanes = lanes;
    }

    public boolean ownsLane(int lane) {
        return (ownedLanes >>> lane & 1) != 0;
    }

    public boolean ownsLanes() {
        return ownedLanes != 0;
    }
}
