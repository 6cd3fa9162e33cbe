package io.concor.sample.ussd;

/**
 * A request as a mobile operator sends it.
 *
 * @param sessionId the operator's name for the session: another one begins another session
 * @param msisdn the subscriber's number, digits only, with the country code
 * @param text what the subscriber dialled, or answered
 */
record UssdRequest(String sessionId, String msisdn, String text) {}
