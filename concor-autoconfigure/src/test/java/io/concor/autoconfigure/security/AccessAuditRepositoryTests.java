package io.concor.autoconfigure.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.security.AuthenticationAuditListener;

class AccessAuditRepositoryTests {

    private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");
    private static final String CHANGED = "CONCOR_LAYOUT_CHANGED";
    private static final String FAILURE = AuthenticationAuditListener.AUTHENTICATION_FAILURE;

    private final AccessAuditRepository audit = new AccessAuditRepository();

    private void add(int second, String principal, String type) {
        audit.add(new AuditEvent(NOON.plusSeconds(second), principal, type, Map.of()));
    }

    @Test
    void keepsChangesHoweverManyLogInsFail() {
        add(0, "operator", CHANGED);

        for (int i = 0; i < 5_000; i++) {
            add(i, "attacker", FAILURE);
        }

        assertThat(audit.find(null, null, CHANGED)).hasSize(1);
        assertThat(audit.find(null, null, FAILURE)).hasSize(1_000);
    }

    @Test
    void findsEventsOfBothKindsInTheirOrder() {
        add(2, "operator", CHANGED);
        add(1, "attacker", FAILURE);
        add(3, "attacker", FAILURE);

        assertThat(audit.find(null, null, null))
                .extracting(AuditEvent::getType)
                .containsExactly(FAILURE, CHANGED, FAILURE);
        assertThat(audit.find("attacker", NOON.plusSeconds(2), null)).hasSize(1);
    }

    @Test
    void keepsEventsOfTheApplication() {
        add(1, "clerk", "ORDER_DELETED");

        assertThat(audit.find("clerk", null, null)).hasSize(1);
    }

    @Test
    void dropsTheLogInOfEachRequestAndShortensNames() {
        add(1, "operator", AuthenticationAuditListener.AUTHENTICATION_SUCCESS);
        add(2, "x".repeat(5_000) + "\n", FAILURE);

        assertThat(audit.find(null, null, null))
                .singleElement()
                .extracting(AuditEvent::getPrincipal)
                .isEqualTo("x".repeat(100) + "...");
    }
}
