package io.concor.queues.jdbc;

import io.concor.queues.administration.LocalQueues;
import io.concor.queues.measure.LocalFigures;
import java.util.Optional;

/** A process that has no queue open. */
final class NothingOpen implements LocalQueues {

    @Override
    public void changed() {}

    @Override
    public void beforePurge() {}

    @Override
    public Optional<LocalFigures> figures(String queue) {
        return Optional.empty();
    }

    @Override
    public Optional<Rows> inHand(int queue) {
        return Optional.empty();
    }
}
