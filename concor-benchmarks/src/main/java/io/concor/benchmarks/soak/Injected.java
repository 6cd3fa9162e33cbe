package io.concor.benchmarks.soak;

/** An error that was thrown on purpose; tells whose it is. */
sealed interface Injected {

    Event event();

    /** As an exception. */
    final class InjectedException extends Exception implements Injected {

        private static final long serialVersionUID = 1L;

        private final transient Event event;

        InjectedException(Event event) {
            super("injected", null, false, false);
            this.event = event;
        }

        @Override
        public Event event() {
            return event;
        }
    }

    /** As an {@link Error}. */
    final class InjectedError extends Error implements Injected {

        private static final long serialVersionUID = 1L;

        private final transient Event event;

        InjectedError(Event event) {
            super("injected", null, false, false);
            this.event = event;
        }

        @Override
        public Event event() {
            return event;
        }
    }
}
