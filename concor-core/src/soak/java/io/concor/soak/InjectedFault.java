package io.concor.soak;

/** An error that was thrown on purpose, with its event. */
sealed interface InjectedFault {

    SoakEvent event();

    /** An injected exception. */
    final class InjectedException extends Exception implements InjectedFault {

        private static final long serialVersionUID = 1L;

        private final transient SoakEvent event;

        InjectedException(SoakEvent event) {
            super("injected", null, false, false);
            this.event = event;
        }

        @Override
        public SoakEvent event() {
            return event;
        }
    }

    /** An injected exception of several events at once, which is the fault of none. */
    final class InjectedBatchException extends Exception {

        private static final long serialVersionUID = 1L;

        InjectedBatchException() {
            super("injected", null, false, false);
        }
    }

    /** An injected {@link Error}. */
    final class InjectedError extends Error implements InjectedFault {

        private static final long serialVersionUID = 1L;

        private final transient SoakEvent event;

        InjectedError(SoakEvent event) {
            super("injected", null, false, false);
            this.event = event;
        }

        @Override
        public SoakEvent event() {
            return event;
        }
    }
}
