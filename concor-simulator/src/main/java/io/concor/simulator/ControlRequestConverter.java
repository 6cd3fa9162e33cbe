package io.concor.simulator;

import io.concor.simulator.control.ControlRequest;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Parses control requests such as <code>30s=POST http://host/path {"json":1}</code>. */
final class ControlRequestConverter implements ITypeConverter<ControlRequest> {

    private static final Pattern REQUEST = Pattern.compile("(\\w+)=([A-Z]+) (https?://\\S+)(?: (.*))?", Pattern.DOTALL);

    @Override
    public ControlRequest convert(String value) {
        Matcher matcher = REQUEST.matcher(value);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + value + "' is not a control request such as 30s=POST http://host:port/path {\"threads\":8}");
        }
        String body = matcher.group(4) == null ? "" : matcher.group(4);
        return new ControlRequest(
                new DurationConverter().convert(matcher.group(1)),
                matcher.group(2),
                URI.create(matcher.group(3)),
                body);
    }
}
