package io.concor.queueserver.http;

import io.concor.queueserver.request.Answers;
import io.concor.queueserver.request.ApiRequest;
import io.concor.queueserver.request.ClientOperation;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.parameters.RequestBody;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.request.async.DeferredResult;

/** Clients and queues. No thread waits for an answer. */
@RestController
@Tag(name = "queues")
@RequestMapping("/queues")
class QueueController {

    private final RequestRunner requests;

    QueueController(RequestRunner requests) {
        this.requests = requests;
    }

    @Operation(summary = "Registers the caller")
    @NamedAnswer
    @PostMapping("/clients")
    DeferredResult<ResponseEntity<byte[]>> register(Authentication caller, HttpServletRequest request) {
        return requests.run(RequestRunner.request(ClientOperation.REGISTER, caller, request));
    }

    @Operation(summary = "Removes the caller")
    @ApiResponse(responseCode = "204", description = "Removed", content = @Content)
    @DeleteMapping("/clients/me")
    DeferredResult<ResponseEntity<byte[]>> leave(Authentication caller, HttpServletRequest request) {
        return requests.run(RequestRunner.request(ClientOperation.LEAVE, caller, request));
    }

    @Operation(
            summary = "Creates a queue",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = Bodies.NewQueue.class))))
    @NamedAnswer
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    DeferredResult<ResponseEntity<byte[]>> create(Authentication caller, HttpServletRequest request) {
        return requests.run(RequestRunner.request(ClientOperation.CREATE, caller, request), request);
    }

    @Operation(summary = "Lists queues")
    @ApiResponse(
            responseCode = "200",
            description = "The names",
            content = @Content(schema = @Schema(implementation = Answers.QueueNames.class)))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "waiting",
            description = "me: only those in which a message waits for the caller",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "after",
            description = "The name after which the list begins",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "limit",
            description = "How many at most, 1 to 1000; default: 100",
            schema = @Schema(type = "integer"))
    @GetMapping
    DeferredResult<ResponseEntity<byte[]>> list(Authentication caller, HttpServletRequest request) {
        return requests.run(RequestRunner.request(ClientOperation.LIST, caller, request));
    }

    @Operation(summary = "Deletes a queue")
    @ApiResponse(responseCode = "204", description = "Deleted", content = @Content)
    @Parameter(
            in = ParameterIn.QUERY,
            name = "force",
            description = "true: also with messages in it",
            schema = @Schema(type = "boolean"))
    @DeleteMapping("/{queue}")
    DeferredResult<ResponseEntity<byte[]>> delete(
            @PathVariable String queue, Authentication caller, HttpServletRequest request) {
        ApiRequest deletion = RequestRunner.request(ClientOperation.DELETE, caller, request);
        return requests.run(deletion.at(queue));
    }
}
