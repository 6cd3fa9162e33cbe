package io.concor.sample.billing.intake;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.concor.sample.billing.CostedEvent;
import io.concor.sample.billing.Outcome.Billed;
import org.jspecify.annotations.Nullable;

/**
 * The answer for a billed record. Amounts are texts, because many clients read numbers as floats.
 *
 * @param id the id of the record
 * @param account the account that is charged
 * @param product the product of the account
 * @param charging how the call is charged
 * @param amount the price
 * @param balance the running balance of the account after the record; null if the record was billed before
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record Receipt(
        String id,
        String account,
        String product,
        String charging,
        String amount,
        @Nullable String balance) {

    static Receipt of(Billed billed) {
        return of(billed.event(), AmountFormat.of(billed.balance()));
    }

    static Receipt of(CostedEvent event) {
        return of(event, null);
    }

    private static Receipt of(CostedEvent event, @Nullable String balance) {
        return new Receipt(
                event.id(),
                event.account(),
                event.product(),
                event.charging().word(),
                AmountFormat.of(event.amount()),
                balance);
    }
}
