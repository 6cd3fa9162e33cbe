package io.concor.sample.billing;

import io.concor.SynchronizedRemoteTask;
import java.util.Locale;
import org.springframework.stereotype.Component;

/** Rating: finds the account of a call and calculates the price from product and tariff, which it reads each time. */
@Component
class Rater implements SynchronizedRemoteTask<MediatedRecord, RatedRecord> {

    private final MasterData master;

    Rater(MasterData master) {
        this.master = master;
    }

    @Override
    public RatedRecord apply(MediatedRecord record) {
        CallRecord call = record.call();
        Rate rate = master.rate(call.caller(), call.called())
                .orElseThrow(() -> new RejectedRecordException(
                        record.submission(),
                        Rejection.UNKNOWN_LINE,
                        String.format(Locale.ROOT, "record %s: no account has the line %s", call.id(), call.caller())));
        CostedEvent event =
                new CostedEvent(call, rate.account(), rate.product(), record.charging(), amount(record, rate));
        return new RatedRecord(record.submission(), event);
    }

    private static long amount(MediatedRecord record, Rate rate) {
        if (record.charging() != Charging.NORMAL) {
            return 0;
        }
        CallRecord call = record.call();
        if (rate.tariff() == null) {
            throw new RejectedRecordException(
                    record.submission(),
                    Rejection.NO_TARIFF,
                    String.format(
                            Locale.ROOT,
                            "record %s: product %s has no tariff for calls to %s",
                            call.id(),
                            rate.product(),
                            call.called()));
        }
        return rate.tariff().priceOf(call.seconds());
    }
}
