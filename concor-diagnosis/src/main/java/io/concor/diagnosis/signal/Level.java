package io.concor.diagnosis.signal;

/**
 * A number that was read several times in a second.
 *
 * @param least the least one; a queue that stands has a high one, a burst does not
 */
public record Level(double average, double least, double most) {

    public static final Level ZERO = new Level(0, 0, 0);

    /** Sums up readings. Not thread-safe. */
    static final class Readings {

        private int count;
        private double sum;
        private double least = Double.POSITIVE_INFINITY;
        private double most = Double.NEGATIVE_INFINITY;

        void add(double value) {
            count++;
            sum += value;
            least = Math.min(least, value);
            most = Math.max(most, value);
        }

        Level level() {
            return count == 0 ? ZERO : new Level(sum / count, least, most);
        }
    }
}
