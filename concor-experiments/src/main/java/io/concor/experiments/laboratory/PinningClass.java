package io.concor.experiments.laboratory;

import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.locks.LockSupport;

/** A class whose initializer waits: a virtual thread in an initializer keeps its carrier thread, also on Java 25. */
final class PinningClass {

    private static final long WAIT_NANOS = 10_000_000;

    static {
        LockSupport.parkNanos(WAIT_NANOS);
    }

    private PinningClass() {}

    /** Initializes a new copy of this class. */
    static void initialize() throws ReflectiveOperationException, IOException {
        Class.forName("io.concor.experiments.laboratory.PinningClass", true, new CopyLoader());
    }

    /** Loads a copy of one class. */
    private static final class CopyLoader extends ClassLoader {

        CopyLoader() {
            super(CopyLoader.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            return name.endsWith(".PinningClass") ? define(name) : super.loadClass(name, resolve);
        }

        private Class<?> define(String name) throws ClassNotFoundException {
            try (InputStream bytes = getResourceAsStream(name.replace('.', '/') + ".class")) {
                if (bytes == null) {
                    throw new ClassNotFoundException(name);
                }
                byte[] all = bytes.readAllBytes();
                return defineClass(name, all, 0, all.length);
            } catch (IOException unreadable) {
                throw new ClassNotFoundException(name, unreadable);
            }
        }
    }
}
