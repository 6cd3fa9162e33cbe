package io.concor.diagnosis.simulation;

/** Events that wait for admission. */
interface Arrivals {

    boolean isWaiting();

    /** The event that waits longest is admitted. */
    void take();

    /** An event waits all the time. */
    Arrivals ALWAYS = new Arrivals() {
        @Override
        public boolean isWaiting() {
            return true;
        }

        @Override
        public void take() {}
    };
}
