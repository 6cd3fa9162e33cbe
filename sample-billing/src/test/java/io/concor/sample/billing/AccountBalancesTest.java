package io.concor.sample.billing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import io.concor.sample.billing.Outcome.Billed;
import io.concor.sample.billing.Outcome.Repeated;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountBalancesTest {

    private static final CallRecord CALL = new CallRecord("c-1", "49170", "4930", Instant.EPOCH, 60);

    private final MasterData master = mock(MasterData.class);
    private final AccountBalances balances = new AccountBalances(master);

    @BeforeEach
    void store() {
        when(master.balance("1001")).thenReturn(Optional.of(1000L));
    }

    @Test
    void readsTheStoredBalanceOnceAndAddsToIt() {
        assertThat(charge(5).balance()).isEqualTo(1005);
        assertThat(charge(7).balance()).isEqualTo(1012);

        verify(master, times(1)).balance("1001");
    }

    @Test
    void takesBackWhatIsNotBilled() {
        ChargedRecord repeated = charge(5);
        ChargedRecord failed = charge(7);

        end(repeated, new Repeated(repeated.event()));
        end(failed, null);

        assertThat(balances.running("1001")).hasValue(1000);
    }

    /** The answer to the commit of the one that failed may have been lost. */
    @Test
    void readsTheStoredBalanceAgainAfterAFailureAsSoonAsNoRecordOfTheAccountIsInside() {
        ChargedRecord failed = charge(5);
        ChargedRecord inside = charge(7);
        end(failed, null);
        when(master.balance("1001")).thenReturn(Optional.of(1005L));
        assertThat(charge(0).balance()).as("another record is inside").isEqualTo(1007);

        end(inside, new Billed(inside.event(), inside.balance()));
        end(inside, new Billed(inside.event(), inside.balance()));
        when(master.balance("1001")).thenReturn(Optional.of(1012L));

        assertThat(charge(1).balance()).isEqualTo(1013);
    }

    @Test
    void doesNotChargeARecordThatHasEnded() {
        charge(5);
        Submission ended = new Submission("", "test");
        ended.end();

        assertThat(charge(ended, 7).balance()).isEqualTo(1005);
        assertThat(ended.end()).isNull();
    }

    private void end(ChargedRecord record, @Nullable Outcome outcome) {
        balances.end(Objects.requireNonNull(record.submission().end()), outcome);
    }

    private ChargedRecord charge(long amount) {
        return charge(new Submission("", "test"), amount);
    }

    private ChargedRecord charge(Submission submission, long amount) {
        return balances.apply(
                new RatedRecord(submission, new CostedEvent(CALL, "1001", "basic", Charging.NORMAL, amount)));
    }
}
