package io.concor.queues.row;

import io.concor.queue.Ending;
import io.concor.text.SafeText;

/**
 * The error of an attempt, as it is stored. Texts are shortened, and question marks replace what a database would refuse.
 *
 * @param component the component that failed
 * @param errorType the class name of the error
 * @param errorMessage its text
 * @param holds whether later events of the same key wait
 */
public record RowFailure(String component, String errorType, String errorMessage, boolean holds) {

    public RowFailure {
        component = StoredText.fitted(component, StoredText.MOST_NAME);
        errorType = StoredText.fitted(errorType, StoredText.MOST_NAME);
        errorMessage = StoredText.fitted(errorMessage, StoredText.MOST_MESSAGE);
    }

    /** Returns what is stored of a failure. */
    public static RowFailure of(Ending.Failure failure) {
        Throwable error = failure.error();
        return new RowFailure(
                failure.component(), error.getClass().getName(), SafeText.of(error), failure.holdsOrder());
    }
}
