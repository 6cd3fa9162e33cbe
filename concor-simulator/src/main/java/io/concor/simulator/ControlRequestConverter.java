package io.concor.simulator;

import io.concor.simulator.mark.ControlRequest;
import java.net.URI;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 30s=POST http://host/path {"json":1}}. */
final class ControlRequestConverter implements ITypeConverter<ControlRequest> {

    private static final Pattern MARK = Pattern.compile("(\\w+)=([A-Z]+) (https?://\\S+)(?: (.*))?", Pattern.DOTALL);

    @Override
    public ControlRequest convert(String value) {
        Matcher matcher = MARK.matcher(value);
        if (!matcher.matches()) {
            throw new TypeConversionException(
                    "'" + value + "' is no mark: 30s=POST http://host:port/path {\"threads\":8} is one");
        }
        String body = matcher.group(4) == null ? "" : matcher.group(4);
        return new ControlRequest(
                new DurationConverter().convert(matcher.group(1)),
                matcher.group(2),
                URI.create(matcher.group(3)),
                body);
    }
}
