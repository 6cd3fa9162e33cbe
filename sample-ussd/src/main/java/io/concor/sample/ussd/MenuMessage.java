package io.concor.sample.ussd;

/**
 * A message and the menu that its session began with.
 *
 * @param message the message
 * @param session its session
 * @param main the main menu of the service
 */
record MenuMessage(UssdMessage message, UssdSession session, Menu main) {}
