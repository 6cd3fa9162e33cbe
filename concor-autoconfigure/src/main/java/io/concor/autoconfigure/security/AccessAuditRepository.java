package io.concor.autoconfigure.security;

import io.concor.text.SafeText;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.AuditEventRepository;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.boot.actuate.security.AuthenticationAuditListener;

/**
 * Keeps the last thousand changes of layouts and presets in memory and, apart from them, the last thousand failed
 * log-ins and the last thousand other events: an attacker cannot replace the changes. Drops log-ins that succeed, since each
 * request is one. Thread-safe.
 */
final class AccessAuditRepository implements AuditEventRepository {

    private static final int SIZE = 1_000;

    private final AuditEventRepository changes = new InMemoryAuditEventRepository(SIZE);
    private final AuditEventRepository failedLogins = new InMemoryAuditEventRepository(SIZE);
    private final AuditEventRepository others = new InMemoryAuditEventRepository(SIZE);

    @Override
    public void add(AuditEvent event) {
        if (event.getType().startsWith("CONCOR_")) {
            changes.add(event);
        } else if (event.getType().equals(AuthenticationAuditListener.AUTHENTICATION_FAILURE)) {
            failedLogins.add(withSafeName(event));
        } else if (!event.getType().equals(AuthenticationAuditListener.AUTHENTICATION_SUCCESS)) {
            others.add(event);
        }
    }

    private static AuditEvent withSafeName(AuditEvent event) {
        return new AuditEvent(
                event.getTimestamp(), SafeText.shown(event.getPrincipal()), event.getType(), event.getData());
    }

    @Override
    public List<AuditEvent> find(@Nullable String principal, @Nullable Instant after, @Nullable String type) {
        return Stream.of(changes, failedLogins, others)
                .flatMap(events -> events.find(principal, after, type).stream())
                .sorted(Comparator.comparing(AuditEvent::getTimestamp))
                .toList();
    }
}
