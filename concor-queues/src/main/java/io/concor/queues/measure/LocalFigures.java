package io.concor.queues.measure;

/**
 * What this process does with a queue at present.
 *
 * @param putPerSecond how many events it puts
 * @param takenPerSecond how many events it handles, hands on, or makes dead letters
 * @param inWork how many events it has taken out to handle them, and has not ended
 */
public record LocalFigures(double putPerSecond, double takenPerSecond, long inWork) {

    /** Returns those of an activity: rates of the last ten whole seconds. */
    public static LocalFigures of(QueueActivity activity) {
        return new LocalFigures(activity.put().perSecond(), activity.taken().perSecond(), activity.inWork());
    }
}
