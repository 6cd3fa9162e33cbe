package io.concor.sample.billing;

import io.concor.CatchTask;
import io.concor.sample.billing.Outcome.Rejected;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Writes rejected records to the database, with the reason. Logs every other error and throws it again, so that the sender
 * receives it.
 */
@Component
class Rejects implements CatchTask<Outcome> {

    private static final Logger LOG = LoggerFactory.getLogger(Rejects.class);

    private final Rejections rejections;

    Rejects(Rejections rejections) {
        this.rejections = rejections;
    }

    @Override
    public Outcome onError(Throwable error) throws Throwable {
        if (error instanceof RejectedRecordException rejected) {
            Rejected outcome = rejected.outcome();
            rejections.add(rejected.submission(), outcome);
            return outcome;
        }
        LOG.warn("Failed: {}", error.toString());
        LOG.debug("Failed", error);
        throw error;
    }
}
