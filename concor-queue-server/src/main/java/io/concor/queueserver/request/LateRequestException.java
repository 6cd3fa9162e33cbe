package io.concor.queueserver.request;

import io.concor.ConcorException;
import io.concor.text.DurationFormat;
import io.concor.text.Sentence;
import java.time.Duration;

/** A request has waited so long for the database that its client may not wait any more. Nothing was changed. */
public final class LateRequestException extends ConcorException {

    private static final long serialVersionUID = 1L;

    LateRequestException(Duration longest) {
        super(
                Sentence.of(
                        "The request has waited for the database for more than %s. Try again later",
                        DurationFormat.of(longest)),
                false);
    }
}
