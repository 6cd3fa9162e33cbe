package io.concor.engine.path;

import io.concor.MessageCheck;
import io.concor.engine.event.Context;
import io.concor.engine.event.ExecutionSite;
import org.jspecify.annotations.Nullable;

/**
 * Has events checked by the flow's {@link MessageCheck}, which may throw. The field is final, so a thread may come by the
 * object without synchronization.
 */
final class MessageChecker {

    static final MessageChecker OFF = new MessageChecker(MessageCheck.NONE);

    private final MessageCheck check;

    private MessageChecker(MessageCheck check) {
        this.check = check;
    }

    static MessageChecker of(MessageCheck check) {
        return check == MessageCheck.NONE ? OFF : new MessageChecker(check);
    }

    MessageCheck check() {
        return check;
    }

    boolean isOn() {
        return this != OFF;
    }

    /** An event has entered, or has passed a component. */
    void check(Context context, int component) {
        if (isOn() && context.error == null) {
            Throwable error = errorOf(context, component);
            if (error != null) {
                context.fail(component, error);
                context.isNotTriedAgain(); // the component has returned
            }
        }
    }

    private @Nullable Throwable errorOf(Context context, int component) {
        try {
            return check.check(context.index, component, context.value);
        } catch (Throwable thrown) {
            return thrown;
        }
    }

    /** An event is about to end. */
    void end(Context context) {
        if (isOn()) {
            try {
                check.ended(context.index);
            } catch (Throwable thrown) {
                context.fail(ExecutionSite.NOWHERE, thrown);
            }
        }
    }
}
