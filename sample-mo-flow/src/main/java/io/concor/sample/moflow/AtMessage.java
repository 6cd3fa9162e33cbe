package io.concor.sample.moflow;

/**
 * A message as it goes to an application.
 *
 * @param addressed what it was made from
 * @param body the JSON text
 */
record AtMessage(AddressedMessage addressed, byte[] body) {

    String id() {
        return addressed.routed().message().id();
    }
}
