package io.concor.simulator.http;

/** Why a connection could not be opened, in a few words. */
public final class ConnectFailure {

    private ConnectFailure() {}

    /** Returns the reason without the address, so that equal failures have equal reasons. */
    public static String reason(Throwable failure) {
        String message = failure.toString();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            message = cause.getMessage() == null ? message : cause.getMessage();
        }
        return "cannot connect: " + message.split(": ", 2)[0];
    }
}
