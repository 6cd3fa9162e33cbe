/**
 * JMH benchmarks. Each class measures a case of {@code docs/experiments/engine.md} and documents the command that runs it
 * alone. Not null-marked: JMH fills the fields.
 */
package io.concor.benchmarks.jmh;
