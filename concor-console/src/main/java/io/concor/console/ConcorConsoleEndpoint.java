package io.concor.console;

import java.util.List;
import org.springframework.boot.actuate.endpoint.EndpointId;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;
import org.springframework.boot.actuate.endpoint.annotation.Selector.Match;
import org.springframework.boot.actuate.endpoint.web.PathMapper;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.boot.actuate.endpoint.web.annotation.WebEndpoint;

/**
 * The endpoint {@code concorconsole}: the page and its files. It reads and changes nothing itself; the page calls the other
 * endpoints. Thread-safe.
 */
@WebEndpoint(id = ConcorConsoleEndpoint.ID)
public final class ConcorConsoleEndpoint {

    static final String ID = "concorconsole";

    private static final String HERE = "./";

    private final ConsoleFiles files;
    private final List<PathMapper> mappers;

    ConcorConsoleEndpoint(ConsoleFiles files, List<PathMapper> mappers) {
        this.files = files;
        this.mappers = mappers;
    }

    /** Returns the page, for an address without a slash at its end. */
    @ReadOperation
    public WebEndpointResponse<?> page() {
        return page(PathMapper.getRootPath(mappers, EndpointId.of(ID)) + "/");
    }

    /**
     * Returns the page, for an address that ends with a slash, or one of its files.
     *
     * @param path the parts of its name
     */
    @ReadOperation
    public WebEndpointResponse<?> file(@Selector(match = Match.ALL_REMAINING) String[] path) {
        String name = String.join("/", path);
        return name.isEmpty() || name.equals(ConsoleFiles.PAGE)
                ? page(HERE)
                : files.file(name)
                        .<WebEndpointResponse<?>>map(file ->
                                new WebEndpointResponse<>(file, WebEndpointResponse.STATUS_OK, ConsoleFiles.type(name)))
                        .orElseGet(ConcorConsoleEndpoint::notFound);
    }

    private WebEndpointResponse<?> page(String base) {
        return files.page(base)
                .<WebEndpointResponse<?>>map(page -> new WebEndpointResponse<>(
                        page, WebEndpointResponse.STATUS_OK, ConsoleFiles.type(ConsoleFiles.PAGE)))
                .orElseGet(ConcorConsoleEndpoint::notFound);
    }

    private static WebEndpointResponse<?> notFound() {
        return new WebEndpointResponse<>(WebEndpointResponse.STATUS_NOT_FOUND);
    }
}
