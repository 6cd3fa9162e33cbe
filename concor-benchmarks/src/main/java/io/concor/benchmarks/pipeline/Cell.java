package io.concor.benchmarks.pipeline;

/** A place in a ring. */
final class Cell {

    Event event = new Event();
}
