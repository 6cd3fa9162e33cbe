package io.concor.autoconfigure.endpoint;

import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.actuate.endpoint.annotation.DeleteOperation;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.WriteOperation;

/**
 * An operation of Concor's endpoints as its annotations declare it, whatever access makes of it. Tests that go over all
 * of them cannot forget one that is new.
 *
 * @param endpoint the id of the endpoint
 * @param name the name of the method
 * @param method the method of HTTP
 * @param selectors the names in the path
 * @param parameters the names that are not part of the path
 */
record EndpointOperation(String endpoint, String name, String method, List<String> selectors, List<String> parameters) {

    static List<EndpointOperation> of(ListableBeanFactory beans) {
        return beans.getBeansWithAnnotation(Endpoint.class).values().stream()
                .map(Object::getClass)
                .filter(type -> type.getName().startsWith("io.concor."))
                .flatMap(type -> Stream.of(type.getMethods()))
                .filter(method -> !httpMethod(method).isEmpty())
                .map(EndpointOperation::of)
                .toList();
    }

    static List<EndpointOperation> changes(ListableBeanFactory beans) {
        return of(beans).stream()
                .filter(Predicate.not(EndpointOperation::reads))
                .toList();
    }

    private static EndpointOperation of(Method method) {
        Endpoint endpoint = method.getDeclaringClass().getAnnotation(Endpoint.class);
        return new EndpointOperation(
                endpoint.id(), method.getName(), httpMethod(method), names(method, true), names(method, false));
    }

    private static String httpMethod(Method method) {
        if (method.isAnnotationPresent(ReadOperation.class)) {
            return "GET";
        }
        if (method.isAnnotationPresent(WriteOperation.class)) {
            return "POST";
        }
        return method.isAnnotationPresent(DeleteOperation.class) ? "DELETE" : "";
    }

    private static List<String> names(Method method, boolean selectors) {
        return Arrays.stream(method.getParameters())
                .filter(parameter -> parameter.isAnnotationPresent(Selector.class) == selectors)
                .map(Parameter::getName)
                .toList();
    }

    boolean reads() {
        return method.equals("GET");
    }

    /** The path below the base path of the endpoints. */
    String path(UnaryOperator<String> valueOfSelector) {
        return Stream.concat(Stream.of(endpoint), selectors.stream().map(valueOfSelector))
                .collect(Collectors.joining("/"));
    }
}
