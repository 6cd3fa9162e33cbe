package io.concor.engine;

/** Throws again what was caught as any throwable, from code that throws nothing that is checked. */
final class Unchecked {

    private Unchecked() {}

    static void rethrow(Throwable failure) {
        Unchecked.<RuntimeException>rethrowAs(failure);
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void rethrowAs(Throwable failure) throws T {
        throw (T) failure;
    }
}
