package io.concor.diagnosis.signal;

import java.util.DoubleSummaryStatistics;

/**
 * A number that was read several times in a second.
 *
 * @param least the least one; a queue that stands has a high one, a burst does not
 */
public record Level(double average, double least, double most) {

    public static final Level ZERO = new Level(0, 0, 0);

    static Level of(DoubleSummaryStatistics readings) {
        return readings.getCount() == 0 ? ZERO : new Level(readings.getAverage(), readings.getMin(), readings.getMax());
    }
}
