package io.concor.autoconfigure.endpoint;

import org.springframework.boot.actuate.audit.AuditEvent;
import org.springframework.boot.actuate.audit.InMemoryAuditEventRepository;
import org.springframework.stereotype.Component;

@Component
class LayoutAuditRepository extends InMemoryAuditEventRepository {
    LayoutAuditRepository() {
        super(1000);
    }

    @Override
    public void add(AuditEvent event) {
        if (event.getType().startsWith("CONCOR_")) {
            super.add(event);
        }
    }
}
