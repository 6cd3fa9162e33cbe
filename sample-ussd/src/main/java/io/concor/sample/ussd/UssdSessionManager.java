package io.concor.sample.ussd;

import io.concor.SingleThreadedTask;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Finds the subscriber's session by the mobile number, or begins one. A plain map and no lock: the flow never runs a
 * single-threaded task at the same time as itself.
 */
@Component
class UssdSessionManager implements SingleThreadedTask<UssdMessage, UssdSessionMessage> {

    private final Map<String, UssdSession> sessions = new LinkedHashMap<>();
    private final InstantSource clock;
    private final Duration timeout;
    private final int max;
    private final int maxChoices;

    UssdSessionManager(UssdProperties properties, InstantSource clock) {
        this.clock = clock;
        this.timeout = properties.session().timeout();
        this.max = properties.session().max();
        this.maxChoices = properties.session().maxChoices();
    }

    @Override
    public UssdSessionMessage apply(UssdMessage message) {
        Instant now = clock.instant();
        endSilentSince(now.minus(timeout));
        // removed and put again, so that the sessions are in the order of their last requests
        UssdSession session = session(sessions.remove(message.from()), message, now);
        sessions.put(message.from(), session);
        if (sessions.size() > max) {
            endSilentLongest();
        }
        return new UssdSessionMessage(message, session);
    }

    private UssdSession session(@Nullable UssdSession known, UssdMessage message, Instant now) {
        if (known == null || !known.operatorSession().equals(message.operatorSession())) {
            return UssdSession.begunBy(message, now);
        }
        return known.choices().size() < maxChoices ? known.next(message, now) : known.anew(now);
    }

    private void endSilentSince(Instant limit) {
        Iterator<UssdSession> silentLongestFirst = sessions.values().iterator();
        while (silentLongestFirst.hasNext()
                && !silentLongestFirst.next().lastRequestAt().isAfter(limit)) {
            silentLongestFirst.remove();
        }
    }

    private void endSilentLongest() {
        Iterator<UssdSession> silentLongestFirst = sessions.values().iterator();
        silentLongestFirst.next();
        silentLongestFirst.remove();
    }

    int sessions() {
        return sessions.size();
    }
}
