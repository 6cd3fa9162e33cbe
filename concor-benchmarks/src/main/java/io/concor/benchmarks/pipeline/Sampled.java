package io.concor.benchmarks.pipeline;

import io.concor.Sampling;

/** How much is sampled. */
final class Sampled {

    static final Sampling OFF = new Sampling(false, 3, 128);

    private Sampled() {}
}
