package io.concor.sample.billing;

/** Plain records, as senders send them. */
final class Records {

    /** A number in the country of the tariff {@code 49}. */
    static final String DOMESTIC = "4930123456";

    private Records() {}

    static String call(String id, String caller, String called, int seconds) {
        return "{\"id\":\"%s\",\"caller\":\"%s\",\"called\":\"%s\",\"start\":\"2026-11-26T10:00:00Z\",\"seconds\":\"%d\"}"
                .formatted(id, caller, called, seconds);
    }

    static String call(String id, String caller, int seconds) {
        return call(id, caller, DOMESTIC, seconds);
    }

    static String flatRate(String id, String caller) {
        return call(id, caller, 60).replace("}", ",\"charging\":\"flat-rate\"}");
    }
}
