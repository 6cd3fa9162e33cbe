package io.concor;

/** What a worker does with an event that it took. */
@FunctionalInterface
interface EventHandler {

    /**
     * Handles the event on the worker's thread; what goes wrong with it becomes the event's error and is not thrown.
     */
    void handle(Context context, Worker worker);
}
