package io.concor.autoconfigure.endpoint;

/** A response that people can read as plain text. */
public interface PlainText {

    /** Returns this response as lines of text, each ending with a line feed. */
    String plainText();
}
