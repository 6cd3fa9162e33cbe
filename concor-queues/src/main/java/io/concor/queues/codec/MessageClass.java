package io.concor.queues.codec;

import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;

/** Finds the class that the author of a message wrote, if another process would have it as well. */
final class MessageClass {

    /** In the names of classes that are generated as subclasses, as Spring and CGLIB do. */
    private static final String GENERATED = "$$";

    private MessageClass() {}

    /**
     * Returns the class of a message: that of an enum constant, and the one of which a generated class is a subclass.
     *
     * @throws UnfitMessageException if there is none that can be created anew
     */
    static Class<?> of(Object message) throws UnfitMessageException {
        Class<?> type =
                message instanceof Enum<?> constant ? constant.getDeclaringClass() : written(message.getClass());
        requireNamed(type);
        requireIndependent(type);
        return type;
    }

    private static Class<?> written(Class<?> type) {
        Class<?> parent = type.getSuperclass();
        boolean generated = type.getSimpleName().contains(GENERATED) && !type.isHidden();
        return generated && parent != null && parent != Object.class ? written(parent) : type;
    }

    private static void requireNamed(Class<?> type) throws UnfitMessageException {
        if (Proxy.isProxyClass(type)) {
            String interfaces = Arrays.toString(type.getInterfaces());
            throw new UnfitMessageException("it is a proxy of " + interfaces + ": put the object behind it");
        }
        if (type.getName().contains("$HibernateProxy")) {
            throw new UnfitMessageException(
                    "it is a proxy of Hibernate: put Hibernate.unproxy(...) or, better, a record");
        }
        if (type.isHidden() || type.isSynthetic()) {
            throw new UnfitMessageException("it is a lambda or of a generated class: put an object of a named class");
        }
        if (type.isAnonymousClass()) {
            throw new UnfitMessageException("its class is anonymous: put an object of a named class");
        }
    }

    private static void requireIndependent(Class<?> type) throws UnfitMessageException {
        boolean nested = type.isMemberClass() || type.isLocalClass();
        boolean independent = type.isRecord() || type.isEnum() || Modifier.isStatic(type.getModifiers());
        if (nested && !independent) {
            throw new UnfitMessageException(
                    "its class is an inner class, which needs an object around it: make it static, or a record");
        }
    }
}
