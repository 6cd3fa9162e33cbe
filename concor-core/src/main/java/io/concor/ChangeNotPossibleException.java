package io.concor;

/**
 * A change could not be made at present: a task held its thread for longer than the change may take, another change was
 * under way, the flow does not run, or there was no thread to be had. Nothing was changed.
 */
public final class ChangeNotPossibleException extends ConcorException {

    private static final long serialVersionUID = 1L;

    ChangeNotPossibleException(String flow, String slot, String reason) {
        super("Flow '%s', slot '%s': the change is not possible at present, so nothing was changed: %s"
                .formatted(flow, slot, reason));
    }
}
