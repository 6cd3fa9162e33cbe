package io.concor.autoconfigure.preset;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.nio.file.spi.FileSystemProvider;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.mockito.Mockito;
import org.mockito.invocation.Invocation;
import org.mockito.invocation.InvocationOnMock;

/** A file system that fails at a configured operation and delegates all others to real files. */
final class FaultyFileSystem {

    private static final FileSystemProvider REAL = FileSystems.getDefault().provider();

    private final FileSystem files = Mockito.mock(FileSystem.class);
    private final FileSystemProvider provider = Mockito.mock(FileSystemProvider.class, this::happen);
    private final Fault fault;

    FaultyFileSystem(Fault fault) {
        this.fault = fault;
        Mockito.when(files.provider()).thenReturn(provider);
    }

    /** A fault of the file system. */
    interface Fault {

        /** Throws, or returns the result of the operation; null delegates to the real file. */
        @Nullable
        Object meet(String operation, Path file) throws IOException;
    }

    Path path(Path real) {
        return (Path) Proxy.newProxyInstance(
                FaultyFileSystem.class.getClassLoader(), new Class<?>[] {Path.class}, new OnThisDisk(real));
    }

    private @Nullable Object happen(InvocationOnMock operation) throws Throwable {
        Object[] arguments = real(((Invocation) operation).getRawArguments());
        Method method = operation.getMethod();
        Object instead = arguments[0] instanceof Path file ? fault.meet(method.getName(), file) : null;
        return instead == null ? invoke(method, REAL, arguments) : instead;
    }

    private static @Nullable Object invoke(Method method, Object target, Object @Nullable [] arguments)
            throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException failed) {
            throw failed.getCause();
        }
    }

    private static Object[] real(Object[] arguments) {
        return Stream.of(arguments).map(FaultyFileSystem::real).toArray();
    }

    private static Object real(Object argument) {
        return argument instanceof Proxy && Proxy.getInvocationHandler(argument) instanceof OnThisDisk path
                ? path.real
                : argument;
    }

    private final class OnThisDisk implements InvocationHandler {

        private final Path real;

        OnThisDisk(Path real) {
            this.real = real;
        }

        @Override
        public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws Throwable {
            if (method.getName().equals("getFileSystem")) {
                return files;
            }
            Object result = FaultyFileSystem.invoke(method, real, arguments == null ? null : real(arguments));
            return result instanceof Path path ? path(path) : result;
        }
    }
}
