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

/** Messages. No thread waits for an answer, nor for a message. */
@RestController
@Tag(name = "messages")
@RequestMapping("/queues/{queue}/messages")
class MessageController {

    private final RequestRunner requests;

    MessageController(RequestRunner requests) {
        this.requests = requests;
    }

    @Operation(
            summary = "Sends a message",
            requestBody =
                    @RequestBody(
                            required = true,
                            content = @Content(schema = @Schema(implementation = Bodies.NewMessage.class))))
    @ApiResponse(
            responseCode = "201",
            description = "Stored",
            content = @Content(schema = @Schema(implementation = Answers.Sent.class)))
    @PostMapping(consumes = MediaType.APPLICATION_JSON_VALUE)
    DeferredResult<ResponseEntity<byte[]>> send(
            @PathVariable String queue, Authentication caller, HttpServletRequest request) {
        ApiRequest message = RequestRunner.request(ClientOperation.SEND, caller, request);
        return requests.run(message.at(queue), request);
    }

    @Operation(summary = "Takes the oldest message for the caller")
    @MessageAnswer
    @Parameter(
            in = ParameterIn.QUERY,
            name = "wait",
            description = "How long to wait for one, such as 30s; at most 60s",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "ack",
            description = "explicit: the message is leased until it is ended; auto: it is deleted",
            schema = @Schema(type = "string"))
    @Parameter(
            in = ParameterIn.QUERY,
            name = "lease",
            description = "How long it is leased; default: 30s",
            schema = @Schema(type = "string"))
    @PostMapping("/receive")
    DeferredResult<ResponseEntity<byte[]>> receive(
            @PathVariable String queue, Authentication caller, HttpServletRequest request) {
        ApiRequest receive = RequestRunner.request(ClientOperation.RECEIVE, caller, request);
        return requests.run(receive.at(queue));
    }

    @Operation(summary = "Reads the message that would be taken")
    @MessageAnswer
    @GetMapping("/peek")
    DeferredResult<ResponseEntity<byte[]>> peek(
            @PathVariable String queue, Authentication caller, HttpServletRequest request) {
        ApiRequest peek = RequestRunner.request(ClientOperation.PEEK, caller, request);
        return requests.run(peek.at(queue));
    }

    @Operation(summary = "Ends a message that was leased")
    @ApiResponse(responseCode = "204", description = "Ended", content = @Content)
    @Parameter(
            in = ParameterIn.QUERY,
            name = "receipt",
            required = true,
            description = "What came with the message",
            schema = @Schema(type = "string"))
    @DeleteMapping("/{message}")
    DeferredResult<ResponseEntity<byte[]>> end(
            @PathVariable String queue,
            @PathVariable String message,
            Authentication caller,
            HttpServletRequest request) {
        ApiRequest end = RequestRunner.request(ClientOperation.END, caller, request);
        return requests.run(end.at(queue).of(message));
    }
}
