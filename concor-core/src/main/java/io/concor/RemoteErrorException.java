package io.concor;

/**
 * The error of an event that failed in another process. What its task threw there does not travel, only its type and its text, as that
 * process states them: no class of that name is loaded here.
 */
public final class RemoteErrorException extends ComponentException {

    private static final long serialVersionUID = 1L;

    private final String remoteType;
    private final String remoteMessage;

    /**
     * Creates the exception.
     *
     * @param component where the event failed
     * @param remoteType the name of the class of what its task threw
     * @param remoteMessage its text; empty if it has none
     */
    public RemoteErrorException(String flow, String component, String remoteType, String remoteMessage) {
        super(
                flow,
                component,
                "an event failed in another process with " + remoteType
                        + (remoteMessage.isEmpty() ? "" : ": " + remoteMessage));
        this.remoteType = remoteType;
        this.remoteMessage = remoteMessage;
    }

    /** Returns the name of the class of the error, which this process need not have; at most 255 characters. */
    public String remoteType() {
        return remoteType;
    }

    /** Returns the text of the error, at most 2,000 characters; empty if it has none. */
    public String remoteMessage() {
        return remoteMessage;
    }
}
