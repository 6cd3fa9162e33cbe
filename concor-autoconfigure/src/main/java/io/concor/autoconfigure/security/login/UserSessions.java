package io.concor.autoconfigure.security.login;

import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.List;

/** The sessions of the users, a bounded number for each: a further log-in ends the oldest. Thread-safe. */
final class UserSessions {

    private record LoggedIn(String user, HttpSession session) {

        boolean hasEndedOrIs(HttpSession other) {
            return hasEnded() || session.getId().equals(other.getId());
        }

        private boolean hasEnded() {
            try {
                return session.getLastAccessedTime() < 0;
            } catch (IllegalStateException ended) {
                return true;
            }
        }

        void end() {
            try {
                session.invalidate();
            } catch (IllegalStateException ended) {
                // by a log-out or for want of requests, at the same moment
            }
        }
    }

    private final int mostPerUser;

    /** Oldest first. Guarded by this object. */
    private final List<LoggedIn> sessions = new ArrayList<>();

    UserSessions(int mostPerUser) {
        this.mostPerUser = mostPerUser;
    }

    /** Adds the session of a log-in. A session has one user, the latest. */
    synchronized void add(String user, HttpSession session) {
        sessions.removeIf(known -> known.hasEndedOrIs(session));
        sessions.add(new LoggedIn(user, session));
        List<LoggedIn> own =
                sessions.stream().filter(known -> known.user().equals(user)).toList();
        List<LoggedIn> surplus = own.subList(0, Math.max(0, own.size() - mostPerUser));
        surplus.forEach(LoggedIn::end);
        sessions.removeAll(surplus);
    }
}
