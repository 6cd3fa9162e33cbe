package io.concor.queueserver.http;

import io.swagger.v3.oas.annotations.media.Schema;
import org.jspecify.annotations.Nullable;

/** The bodies of requests, as the description of the calls shows them. The flow reads them, with its own checks. */
final class Bodies {

    private Bodies() {}

    /**
     * A queue to be created.
     *
     * @param name its name
     */
    @Schema(name = "NewQueue")
    record NewQueue(
            @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "orders")
            String name) {}

    /**
     * A message to be sent.
     *
     * @param content its text
     * @param to the client that is to receive it
     * @param delay how long it is held back
     * @param id an id with which it is taken once
     */
    @Schema(name = "NewMessage")
    record NewMessage(
            @Schema(requiredMode = Schema.RequiredMode.REQUIRED, example = "two coffees")
            String content,

            @Schema(description = "The client that is to receive it; without it, any other client may") @Nullable
            String to,

            @Schema(description = "How long it is held back", example = "5m") @Nullable
            String delay,

            @Schema(description = "An id with which it is taken once, however often it is sent") @Nullable
            String id) {}
}
