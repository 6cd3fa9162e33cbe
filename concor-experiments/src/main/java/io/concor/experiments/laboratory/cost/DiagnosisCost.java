package io.concor.experiments.laboratory.cost;

/**
 * CPU time of the process under a load, in percent of one processor.
 *
 * @param with while a diagnosis kept a verdict
 * @param without while none did
 * @param reading of the thread that reads the signals and renews the verdict, part of {@code with}
 * @param rate how many events per second arrived while a diagnosis kept a verdict
 */
record DiagnosisCost(double with, double without, double reading, double rate) {

    double difference() {
        return with - without;
    }
}
