package io.concor.engine.event;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.VarHandle;

/** Finds the handles by which classes read and write their own fields in modes that the language has no words for. */
public final class FieldHandle {

    private FieldHandle() {}

    /**
     * The handle of a field that is not static.
     *
     * @param owner the lookup of the class that has the field
     */
    public static VarHandle of(Lookup owner, String field, Class<?> type) {
        try {
            return owner.findVarHandle(owner.lookupClass(), field, type);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }
}
