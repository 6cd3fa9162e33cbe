package io.concor.queues;

/** An upcaster that consists of one function. */
record FunctionUpcaster<F>(String type, int fromVersion, Class<F> form, Lift<F> function)
        implements MessageUpcaster<F> {

    @Override
    public F lift(F message) throws Exception {
        return function.apply(message);
    }

    @Override
    public String toString() {
        return "upcaster of '" + type + "' from version " + fromVersion + " ("
                + function.getClass().getName() + ")";
    }
}
