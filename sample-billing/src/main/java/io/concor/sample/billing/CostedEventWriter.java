package io.concor.sample.billing;

import io.concor.BatchTask;
import io.concor.sample.billing.Outcome.Billed;
import io.concor.sample.billing.Outcome.Rejected;
import io.concor.sample.billing.Outcome.Repeated;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.stereotype.Component;

/**
 * Writes the costed events of several records, and what they add to the balances of the accounts. The flow gives each
 * batch a transaction of its own. A record whose id is known adds nothing.
 */
@Component
class CostedEventWriter implements BatchTask<ChargedRecord, Outcome> {

    private final CostedEvents events;
    private final Rejections rejections;

    CostedEventWriter(CostedEvents events, Rejections rejections) {
        this.events = events;
        this.rejections = rejections;
    }

    @Override
    public List<Outcome> apply(List<ChargedRecord> records) {
        SortedMap<String, CostedEvent> firstOfId = new TreeMap<>();
        records.forEach(record -> firstOfId.putIfAbsent(record.event().id(), record.event()));
        Collection<CostedEvent> inserted = events.insert(firstOfId);
        events.addToBalances(amounts(inserted));

        Map<String, CostedEvent> written = new HashMap<>();
        inserted.forEach(event -> written.put(event.id(), event));
        Map<String, CostedEvent> known = events.find(firstOfId.keySet().stream()
                .filter(id -> !written.containsKey(id))
                .toList());
        known.putAll(written);
        return records.stream().map(record -> outcome(record, written, known)).toList();
    }

    private static SortedMap<String, Long> amounts(Collection<CostedEvent> inserted) {
        SortedMap<String, Long> amounts = new TreeMap<>();
        inserted.stream()
                .filter(event -> event.amount() != 0)
                .forEach(event -> amounts.merge(event.account(), event.amount(), Math::addExact));
        return amounts;
    }

    /** Removes the record from those that wait for their outcome, so that another one with its id is a repetition. */
    private Outcome outcome(ChargedRecord record, Map<String, CostedEvent> written, Map<String, CostedEvent> known) {
        CostedEvent event = record.event();
        if (written.remove(event.id(), event)) {
            return new Billed(event, record.balance());
        }
        CostedEvent billed =
                Objects.requireNonNull(known.get(event.id()), event.id() + " is neither inserted nor there");
        if (billed.call().equals(event.call())) {
            return new Repeated(billed);
        }
        Rejected rejected = new Rejected(
                Rejection.ID_TAKEN,
                String.format(Locale.ROOT, "record %s: another record was billed under this id", event.id()));
        rejections.add(record.submission(), rejected);
        return rejected;
    }
}
