package io.concor.queues.codec;

import io.concor.queues.MessageCodec;
import io.concor.queues.MessageUpcaster;
import io.concor.queues.TreeMessageCodec;
import io.concor.queues.UnreadableMessageException;
import java.util.Collection;

/** Lifts stored messages of older versions. Upcasters get bytes or trees; a body is converted only where two of them differ. */
final class MessageLift {

    private final MessageCodec codec;
    private final UpcasterChains chains;

    MessageLift(MessageCodec codec, UpcasterChains chains) {
        this.codec = codec;
        this.chains = chains;
    }

    /** Returns the body of the present version. */
    byte[] lift(StoredType type, int version, byte[] body) throws Exception {
        Collection<MessageUpcaster<?>> chain = chains.from(type.content(), version);
        if (chain.isEmpty()) {
            throw new UnreadableMessageException(
                    "no upcaster lifts '" + type.content() + "' from version " + version + " to " + (version + 1),
                    null);
        }
        if (codec instanceof TreeMessageCodec<?> trees) {
            return liftTree(trees, chain, type.depth(), body);
        }
        if (type.depth() > 0) {
            throw new UnreadableMessageException(
                    "the codec " + codec.getClass().getName() + " has no trees in which elements could be lifted",
                    null);
        }
        return liftBytes(chain, body);
    }

    private static <T> byte[] liftTree(
            TreeMessageCodec<T> codec, Collection<MessageUpcaster<?>> chain, int depth, byte[] body) throws Exception {
        return codec.format(liftElements(codec, chain, depth, codec.parse(body)));
    }

    private static <T> T liftElements(
            TreeMessageCodec<T> codec, Collection<MessageUpcaster<?>> chain, int depth, T tree) {
        if (depth > 0) {
            return codec.mapElements(tree, element -> liftElements(codec, chain, depth - 1, element));
        }
        T lifted = tree;
        for (MessageUpcaster<?> upcaster : chain) {
            lifted = codec.isNull(lifted) ? lifted : liftOne(codec, upcaster, lifted);
        }
        return lifted;
    }

    private static <T> T liftOne(TreeMessageCodec<T> codec, MessageUpcaster<?> upcaster, T tree) {
        try {
            return upcaster.form() == byte[].class
                    ? codec.parse((byte[]) apply(upcaster, codec.format(tree)))
                    : codec.treeType().cast(apply(upcaster, tree));
        } catch (UnreadableMessageException failed) {
            throw failed;
        } catch (Exception failed) {
            throw failed(upcaster, failed);
        }
    }

    private static byte[] liftBytes(Collection<MessageUpcaster<?>> chain, byte[] body) {
        byte[] lifted = body;
        for (MessageUpcaster<?> upcaster : chain) {
            try {
                lifted = (byte[]) apply(upcaster, lifted);
            } catch (Exception failed) {
                throw failed(upcaster, failed);
            }
        }
        return lifted;
    }

    private static <F> Object apply(MessageUpcaster<F> upcaster, Object message) throws Exception {
        if (!upcaster.form().isInstance(message)) {
            throw new UnreadableMessageException(
                    upcaster + " takes messages as " + upcaster.form().getName() + ", but this one is of class "
                            + message.getClass().getName(),
                    null);
        }
        Object lifted = upcaster.lift(upcaster.form().cast(message));
        if (lifted == null) {
            throw new UnreadableMessageException(upcaster + " returned null", null);
        }
        return lifted;
    }

    private static UnreadableMessageException failed(MessageUpcaster<?> upcaster, Exception failed) {
        return new UnreadableMessageException(
                upcaster + " failed with " + failed.getClass().getName(), failed);
    }
}
