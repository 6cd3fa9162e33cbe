package io.concor.sample.ussd;

/**
 * A request as a mobile operator sends it.
 *
 * @param sessionId the operator's id of the session: another id begins another session
 * @param msisdn the subscriber's number, digits only, with the country code
 * @param text the dialled service code or the answer
 */
record UssdRequest(String sessionId, String msisdn, String text) {}
