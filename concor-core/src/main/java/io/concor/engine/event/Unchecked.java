package io.concor.engine.event;

/** Throws again what was caught as any throwable, from code that throws nothing that is checked. */
public final class Unchecked {

    private Unchecked() {}

    public static void rethrow(Throwable failure) {
        Unchecked.<RuntimeException>rethrowAs(failure);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void rethrowAs(Throwable failure) throws T {
        throw (T) failure;
    }
}
