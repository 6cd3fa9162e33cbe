package io.concor.queues.codec;

/** A message whose class two class loaders load. */
public final class ReloadedMessage {
    public String text = "";
}
