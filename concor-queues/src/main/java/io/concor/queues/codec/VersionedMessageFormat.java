package io.concor.queues.codec;

import io.concor.queue.QueueDefinition;
import io.concor.queues.InvalidMessageTypeException;
import io.concor.queues.MessageCodec;
import io.concor.queues.MessageName;
import io.concor.queues.MessageUpcaster;
import io.concor.queues.UnreadableMessageException;
import io.concor.queues.UnwritableMessageException;
import io.concor.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes messages with a {@link MessageCodec} under logical names and versions, and lifts older versions with {@link
 * MessageUpcaster}s. It knows the types that the components of durable slots declare and those that were added to its
 * builder; a message of another type is refused, because no other process could read it. Thread-safe.
 */
public final class VersionedMessageFormat implements MessageFormat {

    /** The largest body unless another one is set: 1 MB. */
    public static final int DEFAULT_MAX_BYTES = 1 << 20;

    private static final EncodedMessage NULL = new EncodedMessage("null", 1, new byte[0]);

    private final MessageCodec codec;
    private final int maxBytes;
    private final TypeRegistry types;
    private final MessageLift lift;
    private final ReadBackCheck readBack;
    private final MessageTypeChooser chooser;
    /** Where in a sentence, such as {@code " of queue 'orders.billing'"}, or empty. */
    private final String place;

    private final @Nullable String declared;

    private VersionedMessageFormat(MessageCodec codec, int maxBytes, TypeRegistry types, UpcasterChains upcasters) {
        this.codec = codec;
        this.maxBytes = maxBytes;
        this.types = types;
        this.lift = new MessageLift(codec, upcasters);
        this.readBack = new ReadBackCheck(codec);
        this.chooser = new MessageTypeChooser(types, List.of());
        this.place = "";
        this.declared = null;
    }

    private VersionedMessageFormat(VersionedMessageFormat all, QueueDefinition queue) {
        this.codec = all.codec;
        this.maxBytes = all.maxBytes;
        this.types = all.types;
        this.lift = all.lift;
        this.readBack = all.readBack;
        this.chooser = new MessageTypeChooser(types, queue.messageTypes());
        this.place = " of queue '" + queue.name() + "'";
        this.declared = chooser.declaredName(queue.messageTypes());
    }

    /** Begins a format with a codec. */
    public static Builder with(MessageCodec codec) {
        return new Builder(codec);
    }

    @Override
    public MessageFormat of(QueueDefinition queue) {
        queue.messageTypes().forEach(types::declare);
        return new VersionedMessageFormat(this, queue);
    }

    @Override
    public EncodedMessage write(@Nullable Object message) {
        if (message == null) {
            return NULL;
        }
        try {
            return encode(message);
        } catch (UnfitMessageException | InvalidMessageTypeException unfit) {
            throw unwritable(message, String.valueOf(unfit.getMessage()), null);
        } catch (StackOverflowError tooDeep) {
            throw unwritable(message, "it contains itself, or too many objects within each other", null);
        } catch (Exception | LinkageError failed) {
            throw unwritable(message, SafeText.of(failed), failed);
        }
    }

    private EncodedMessage encode(Object message) throws Exception {
        Class<?> of = MessageClass.of(message);
        StoredType type = chooser.choose(message, of);
        byte[] body = codec.write(message, type.type());
        if (body.length > maxBytes) {
            throw new UnfitMessageException("it has " + body.length + " bytes, and the maximum is " + maxBytes
                    + ": store large parts elsewhere and put a reference, or raise concor.queues.max-message-size");
        }
        readBack.check(type, of, body);
        return new EncodedMessage(type.name(), type.version(), body);
    }

    private UnwritableMessageException unwritable(Object message, String reason, @Nullable Throwable cause) {
        return new UnwritableMessageException(
                "Cannot write a message" + place + " of type "
                        + message.getClass().getName() + ": " + reason,
                cause);
    }

    @Override
    public boolean knows(String type, int version) {
        StoredType known = types.named(type);
        return isNull(type) ? version == NULL.version() : known != null && version <= known.version();
    }

    @Override
    public @Nullable String declaredType() {
        return declared;
    }

    private static boolean isNull(String type) {
        return NULL.type().equals(type);
    }

    @Override
    public @Nullable Object read(EncodedMessage message) {
        if (isNull(message.type())) {
            return null;
        }
        try {
            return decode(message);
        } catch (UnreadableMessageException failed) {
            throw unreadable(message, String.valueOf(failed.getMessage()), failed.getCause());
        } catch (StackOverflowError tooDeep) {
            throw unreadable(message, "it contains too many objects within each other", null);
        } catch (Exception | LinkageError failed) {
            throw unreadable(message, SafeText.of(failed), failed);
        }
    }

    private Object decode(EncodedMessage message) throws Exception {
        StoredType type = types.named(message.type());
        if (type == null) {
            throw new UnreadableMessageException(unknown(message.type()), null);
        }
        if (message.version() > type.version()) {
            throw new UnreadableMessageException("this process knows versions up to " + type.version(), null);
        }
        return codec.read(
                message.version() == type.version()
                        ? message.body()
                        : lift.lift(type, message.version(), message.body()),
                type.type());
    }

    /** A generic type has no name in the configuration. */
    private static String unknown(String type) {
        boolean isClass = type.chars().noneMatch(character -> character == '<' || character == '[');
        return "no class of this process has this name. "
                + (isClass
                        ? "Set concor.queues.types." + SafeText.shown(type) + " to its class in this process, or define"
                        : "Define")
                + " the bean here whose task declares it as its input or output";
    }

    private UnreadableMessageException unreadable(EncodedMessage message, String reason, @Nullable Throwable cause) {
        return new UnreadableMessageException(
                "Cannot read a message" + place + " of type '" + SafeText.shown(message.type()) + "', version "
                        + message.version() + ": " + reason,
                cause);
    }

    /** Collects what a format needs. For one thread. */
    public static final class Builder {

        private final MessageCodec codec;
        private final TypeNames names = new TypeNames();
        private final List<Class<?>> added = new ArrayList<>();
        private final List<Alias> aliases = new ArrayList<>();
        private final List<MessageUpcaster<?>> upcasters = new ArrayList<>();
        private int maxBytes = DEFAULT_MAX_BYTES;

        private record Alias(MessageName name, Class<?> type) {}

        private Builder(MessageCodec codec) {
            this.codec = codec;
        }

        /** Adds a class, and what it permits if it is sealed, under the {@linkplain MessageName name of the class}. */
        public Builder type(Class<?> type) {
            added.add(type);
            return this;
        }

        /**
         * Adds a class under a name. If the class has another name by {@link io.concor.queues.MessageType}, messages of the
         * given name are only read.
         *
         * @param version the version of the name, or null for that of the class, which is 1 without an annotation
         * @throws InvalidMessageTypeException if the name is not allowed, or the class has another name
         */
        public Builder type(String name, @Nullable Integer version, Class<?> type) {
            MessageName further = names.add(name, version, type);
            if (further != null) {
                aliases.add(new Alias(further, type));
            }
            return type(type);
        }

        /** Adds an upcaster. */
        public Builder upcaster(MessageUpcaster<?> upcaster) {
            upcasters.add(upcaster);
            return this;
        }

        /** Sets the largest body in bytes, at least 1. Default: {@link #DEFAULT_MAX_BYTES}. */
        public Builder maxBytes(int most) {
            this.maxBytes = most;
            return this;
        }

        /**
         * Builds the format.
         *
         * @throws InvalidMessageTypeException if two types have one name, two upcasters lift the same version, or one is
         *     missing
         */
        public VersionedMessageFormat build() {
            UpcasterChains chains = new UpcasterChains(codec, upcasters);
            TypeRegistry types = new TypeRegistry(codec, names, chains);
            added.forEach(types::declareConfigured);
            aliases.forEach(alias -> types.alias(alias.name(), alias.type()));
            return new VersionedMessageFormat(codec, maxBytes, types, chains);
        }
    }
}
