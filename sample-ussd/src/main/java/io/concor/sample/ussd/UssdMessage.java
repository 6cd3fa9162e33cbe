package io.concor.sample.ussd;

/**
 * A request inside the server.
 *
 * @param id unique, also across restarts
 * @param operatorSession the operator's id of the session
 * @param from the subscriber's number
 * @param text the dialled service code or the answer, without blanks around it
 */
record UssdMessage(String id, String operatorSession, String from, String text) {}
