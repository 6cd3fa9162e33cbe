package io.concor.sample.ussd;

import io.concor.SingleThreadedTask;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Finds the subscriber's session by the mobile number, or begins one. A plain map and no lock: the flow never runs a
 * single-threaded task at the same time as itself.
 */
@Component
class SessionManager implements SingleThreadedTask<UssdMessage, SessionMessage> {

    private final Map<String, Session> sessions = new LinkedHashMap<>();
    private final InstantSource clock;
    private final Duration timeout;
    private final int max;
    private final int maxChoices;

    SessionManager(UssdProperties properties, InstantSource clock) {
        this.clock = clock;
        this.timeout = properties.session().timeout();
        this.max = properties.session().max();
        this.maxChoices = properties.session().maxChoices();
    }

    @Override
    public SessionMessage apply(UssdMessage message) {
        Instant now = clock.instant();
        endSilentSince(now.minus(timeout));
        // taken out and put in again: the sessions stand in the order of their last requests
        Session known = sessions.remove(message.from());
        Session session =
                known != null && goesOn(known, message) ? known.next(message, now) : Session.begunBy(message, now);
        sessions.put(message.from(), session);
        if (sessions.size() > max) {
            endSilentLongest();
        }
        return new SessionMessage(message, session);
    }

    private boolean goesOn(Session known, UssdMessage message) {
        return known.operatorSession().equals(message.operatorSession())
                && known.choices().size() < maxChoices;
    }

    private void endSilentSince(Instant limit) {
        Iterator<Session> silentLongestFirst = sessions.values().iterator();
        while (silentLongestFirst.hasNext()
                && !silentLongestFirst.next().lastRequestAt().isAfter(limit)) {
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
