package io.concor.sample.billing;

import io.concor.KeyedTask;
import io.concor.sample.billing.Outcome.Billed;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Keeps the running balance of each account. Records of one account come one at a time, in the order of their arrival,
 * so that the first of them reads what is stored without a lock, and the others add to it.
 */
@Component
public class AccountBalances implements KeyedTask<RatedRecord, ChargedRecord> {

    private final MasterData master;
    private final Map<String, RunningBalance> balances = new ConcurrentHashMap<>();

    public AccountBalances(MasterData master) {
        this.master = master;
    }

    @Override
    public Object key(RatedRecord record) {
        return record.event().account();
    }

    @Override
    public ChargedRecord apply(RatedRecord record) {
        CostedEvent event = record.event();
        RunningBalance running = current(event.account());
        boolean inside = record.submission().remember(new Charge(event.account(), event.amount()));
        long balance = inside ? running.add(event.amount()) : running.amount();
        return new ChargedRecord(record.submission(), event, balance);
    }

    private RunningBalance current(String account) {
        RunningBalance known = balances.get(account);
        if (known != null && !known.mustBeReadAgain()) {
            return known;
        }
        RunningBalance read = new RunningBalance(master.balance(account).orElse(0L));
        balances.put(account, read);
        return read;
    }

    /**
     * Ends a charge.
     *
     * @param charge the charge
     * @param outcome what has become of its record, or null if it failed
     */
    public void end(Charge charge, @Nullable Outcome outcome) {
        RunningBalance running = balances.get(charge.account());
        if (running == null) {
            return;
        }
        if (outcome == null) {
            running.failed(charge.amount());
        } else if (outcome instanceof Billed) {
            running.billed();
        } else {
            running.notBilled(charge.amount());
        }
    }

    /** Returns the running balance of an account, in hundredths of a cent, if one of its records came since the start. */
    public OptionalLong running(String account) {
        RunningBalance running = balances.get(account);
        return running == null ? OptionalLong.empty() : OptionalLong.of(running.amount());
    }
}
