package io.concor.sample.ussd;

import io.concor.sample.ussd.menu.Menu;

/**
 * A message and the main menu of its session.
 *
 * @param message the message
 * @param session its session
 * @param main the main menu of the service
 */
record MenuMessage(UssdMessage message, UssdSession session, Menu main) {}
