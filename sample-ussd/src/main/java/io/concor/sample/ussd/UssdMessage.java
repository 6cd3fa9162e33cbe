package io.concor.sample.ussd;

/**
 * A request inside the server.
 *
 * @param id unique, also across restarts
 * @param operatorSession the operator's name for the session
 * @param from the subscriber's number
 * @param text what the subscriber dialled, or answered, without blanks around it
 */
record UssdMessage(String id, String operatorSession, String from, String text) {}
