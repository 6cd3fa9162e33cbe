package io.concor.sample.moflow;

/**
 * A message in the form that an application receives.
 *
 * @param addressed the message
 * @param body the JSON text
 */
record AtMessage(AddressedMessage addressed, byte[] body) {

    String id() {
        return addressed.routed().message().id();
    }
}
