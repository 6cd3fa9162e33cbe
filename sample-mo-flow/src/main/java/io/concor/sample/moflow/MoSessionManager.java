package io.concor.sample.moflow;

import io.concor.SingleThreadedTask;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Finds the subscriber's session, or begins one. A plain map and no lock: the flow never runs a single-threaded task at
 * the same time as itself.
 */
@Component
@OnNode("edge")
class MoSessionManager implements SingleThreadedTask<MoMessage, MoSessionMessage> {

    private final Map<String, MoSession> sessions = new LinkedHashMap<>();
    private final InstantSource clock;
    private final Duration timeout;
    private final int max;

    MoSessionManager(MoFlowProperties properties, InstantSource clock) {
        this.clock = clock;
        this.timeout = properties.session().timeout();
        this.max = properties.session().max();
    }

    @Override
    public MoSessionMessage apply(MoMessage message) {
        Instant now = clock.instant();
        endSilentSince(now.minus(timeout));
        // removed and put again, so that the sessions are in the order of their last messages
        MoSession known = sessions.remove(message.from());
        MoSession session = known == null ? MoSession.begunBy(message, now) : known.next(now);
        sessions.put(message.from(), session);
        if (sessions.size() > max) {
            endSilentLongest();
        }
        return new MoSessionMessage(message, session);
    }

    private void endSilentSince(Instant limit) {
        Iterator<MoSession> silentLongestFirst = sessions.values().iterator();
        while (silentLongestFirst.hasNext()
                && !silentLongestFirst.next().lastMessageAt().isAfter(limit)) {
            silentLongestFirst.remove();
        }
    }

    private void endSilentLongest() {
        Iterator<MoSession> silentLongestFirst = sessions.values().iterator();
        silentLongestFirst.next();
        silentLongestFirst.remove();
    }

    int sessions() {
        return sessions.size();
    }
}
