package io.concor;

/** An error that throws another one when it is to be told. */
final class MuteException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    @Override
    public String getMessage() {
        throw new IllegalStateException("no message to be had");
    }
}
