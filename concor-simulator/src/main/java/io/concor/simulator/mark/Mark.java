package io.concor.simulator.mark;

import java.net.URI;
import java.time.Duration;

/**
 * A request to be sent once beside the load, usually one that changes the layout.
 *
 * @param at when, from the start of the run
 * @param method HTTP method
 * @param url where to
 * @param body JSON; empty for none
 */
public record Mark(Duration at, String method, URI url, String body) {}
