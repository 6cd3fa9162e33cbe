package io.concor.console;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.Resource;
import org.springframework.util.MimeType;
import org.springframework.util.StringUtils;

/**
 * The files of the page. Only those that its build has listed are served, so that no name leads elsewhere. Immutable.
 */
final class ConsoleFiles {

    /** The page, in which {@link #BASE} stands for its address. */
    static final String PAGE = "index.html";

    private static final String FOLDER = "page/";
    private static final String LIST = "files.txt";
    private static final String ASSETS = "assets/";
    private static final String BASE = "<base href=\"./\" />";
    private static final Map<String, MimeType> TYPES = Map.of(
            "css", MimeType.valueOf("text/css;charset=UTF-8"),
            "html", MimeType.valueOf("text/html;charset=UTF-8"),
            "js", MimeType.valueOf("text/javascript;charset=UTF-8"),
            "svg", MimeType.valueOf("image/svg+xml"));

    private final Set<String> names;

    private ConsoleFiles(Set<String> names) {
        this.names = names;
    }

    /** Reads the list. Without one the page was not built, and there are no files. */
    static ConsoleFiles read() {
        Resource list = resource(LIST);
        return new ConsoleFiles(list.exists() ? text(list).lines().collect(Collectors.toUnmodifiableSet()) : Set.of());
    }

    private static Resource resource(String name) {
        return new ClassPathResource(FOLDER + name, ConsoleFiles.class);
    }

    private static String text(Resource resource) {
        try {
            return resource.getContentAsString(StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException("The page of the console cannot be read", unreadable);
        }
    }

    /** Returns a file, if there is one of this name. */
    Optional<Resource> file(String name) {
        return names.contains(name) ? Optional.of(resource(name)) : Optional.empty();
    }

    /**
     * Whether a path ends with the name of an asset. That name contains a hash of the content, so the content never
     * changes.
     */
    boolean isAsset(String path) {
        return names.stream().anyMatch(name -> name.startsWith(ASSETS) && path.endsWith("/" + name));
    }

    /**
     * Returns the page.
     *
     * @param base its address relative to that of the request
     */
    Optional<String> page(String base) {
        return file(PAGE)
                .map(page -> text(page).replace(BASE, String.format(Locale.ROOT, "<base href=\"%s\" />", base)));
    }

    /** Returns the type of a file, by its name. */
    static MimeType type(String name) {
        return TYPES.getOrDefault(
                String.valueOf(StringUtils.getFilenameExtension(name)), MimeType.valueOf("application/octet-stream"));
    }
}
