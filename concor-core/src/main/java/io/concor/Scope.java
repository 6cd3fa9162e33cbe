package io.concor;

/**
 * A range of components that run in one transaction for each event.
 *
 * @param from name of the first component
 * @param to name of the last component
 */
record Scope(String from, String to, Transactions transactions) {}
