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
class SessionManager implements SingleThreadedTask<MoMessage, SessionMessage> {

    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private final InstantSource clock;
    private final Duration timeout;
    private final int max;

    SessionManager(MoFlowProperties properties, InstantSource clock) {
        this.clock = clock;
        this.timeout = properties.session().timeout();
        this.max = properties.session().max();
    }

    @Override
    public SessionMessage apply(MoMessage message) {
        Instant now = clock.instant();
        endSilentSince(now.minus(timeout));
        // taken out and put in again: the sessions stand in the order of their last messages
        Session known = sessions.remove(message.from());
        Session session = known == null ? Session.begunBy(message, now) : known.next(now);
        sessions.put(message.from(), session);
        if (sessions.size() > max) {
            endSilentLongest();
        }
        return new SessionMessage(message, session);
    }

    private void endSilentSince(Instant limit) {
        Iterator<Session> silentLongestFirst = sessions.values().iterator();
        while (silentLongestFirst.hasNext()
                && !silentLongestFirst.next().lastMessageAt().isAfter(limit)) {
            silentLongestFirst.remove();
        }
    }

    private void endSilentLongest() {
        Iterator<Session> silentLongestFirst = sessions.values().iterator();
        silentLongestFirst.next();
        silentLongestFirst.remove();
    }

    int sessions() {
        return sessions.size();
    }
}
