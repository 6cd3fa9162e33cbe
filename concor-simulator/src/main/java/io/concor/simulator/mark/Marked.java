package io.concor.simulator.mark;

/**
 * A mark that was sent.
 *
 * @param atMillis when, since the start of the run
 * @param tookMillis until the answer had come
 * @param request method, URL and body
 * @param status HTTP status, or 0 if no answer came
 * @param answer body of the answer, or what happened in its place; the beginning of it if it is long
 */
public record Marked(double atMillis, double tookMillis, String request, int status, String answer) {}
