package io.concor.sample.billing;

/**
 * A call and its price.
 *
 * @param call the call
 * @param account the account that is charged
 * @param product the product of the account
 * @param charging how the call is charged
 * @param amount the price, in hundredths of a cent
 */
public record CostedEvent(CallRecord call, String account, String product, Charging charging, long amount) {

    public String id() {
        return call.id();
    }
}
