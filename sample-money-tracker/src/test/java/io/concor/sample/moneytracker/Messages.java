package io.concor.sample.moneytracker;

import org.jspecify.annotations.Nullable;

/** Plain messages, as clients send them. */
final class Messages {

    private Messages() {}

    static String message(String id, String type, String account, @Nullable String counterAccount, String amount) {
        String counter = counterAccount == null ? "" : ",\"counterAccount\":\"%s\"".formatted(counterAccount);
        return "{\"id\":\"%s\",\"type\":\"%s\",\"account\":\"%s\"%s,\"amount\":\"%s\"}"
                .formatted(id, type, account, counter, amount);
    }

    static String transfer(String id, String account, String counterAccount, String amount) {
        return message(id, "transfer", account, counterAccount, amount);
    }

    static String withdrawal(String id, String account, String amount) {
        return message(id, "withdrawal", account, null, amount);
    }
}
