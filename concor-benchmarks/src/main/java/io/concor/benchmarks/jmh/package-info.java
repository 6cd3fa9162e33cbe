/**
 * What JMH runs. Each class is a case of {@code docs/performance.md} and tells how it is run alone. Not null-marked:
 * JMH fills the fields.
 */
package io.concor.benchmarks.jmh;
