"""The format's own words: what stands in every log and so tells nothing about anyone.

Used to decide which keys and tag values no check needs to read, and which words of a hostile file an
error message may repeat. Source: ``spec/session-logs.md`` §§4-9, 14.
"""

from __future__ import annotations


def words(text: str) -> frozenset[str]:
    """The words of ``text``, which may span lines."""
    return frozenset(text.split())


TEXT_CHUNKS = "text-chunks"
REASONING_CHUNKS = "reasoning-chunks"
TOOL_CALL_CHUNKS = "tool-call-chunks"
PACKED_TYPES = frozenset({TEXT_CHUNKS, REASONING_CHUNKS, TOOL_CALL_CHUNKS})

CHUNK_TYPES = words("block-start text-delta reasoning-delta tool-call-delta block-end usage finish")
FINISH_KINDS = words("stop tool-calls max-tokens error aborted")
BLOCK_TYPES = words("text reasoning tool-call tool-result image file")
ENTRY_KINDS = words("chunks throw hang")

EVENT_TYPES = words("""
    session assistant/chunk text-chunks reasoning-chunks tool-call-chunks assistant/message
    assistant/attempt compaction/summary compaction/start compaction/end compaction/prune
    compact/summary compact/start compact/end compact/prune session/end-seed session/title
    session/title-llm-request turn/start turn/end step/start step/end user/message system/message
    developer/message steering/message tool/call tool/result tool/code-dispatch-start
    tool/code-dispatch tool/ptc-dispatch-start tool/ptc-dispatch agent/inbox/spliced request/header
    request/context model/selection llm/retry llm/retry-started approval/asked approval/decided
    approval/policy sandbox/mode permission/preset plan/mode agent-preset/selected command/run
    command/done hook/invoked hook/result todo/write goal/change schedule/change
    subagent/descriptor subagent/model-selection-policy subagent/catalog team/member team/task
    team/message/queued team/message/delivered tool-workflow/run-start tool-workflow/run-end
    tool-workflow/agent-start tool-workflow/agent-end feedback/record feedback/message-put
    feedback/message-delete web/deepseek-search-llm-request
    session-log-deepseek/delivery-accepted
    """)

#: Keys that the format itself defines, of every generation.
KEYS = words("""
    type version id createdAt delegationDepth isSeeded seedLength cwd parentSession origin
    agentPreset data seq time seq0 time0 sourceEventSeqs surfaceOp ignorable op start end startSeq
    endSeq turn step index dt texts args name chunk text blockType argumentsDelta block usage
    reason replayState response blocks arguments toolCallId content isError attachment
    attachmentId mediaType bytes width height originalDimensions inputTokens outputTokens
    totalTokens cacheReadTokens cacheWriteTokens reasoningTokens kind failure message code status
    providerRetryAfterMs requestId role source provider model interrupted stream compactionId
    summary shadowedRange shadowedSeqs shadowedTokenCount sourceCommandId maxTokens rawOutput
    llmStreamCall inherited error hook headerSeq callId meta rootCallId parentCallId subCallId
    target inserted removedCount outcome header config reasoningEffort temperature stop
    adapterDefaults system tools startsSeries contextWindow title messageSeqs titleProvider route
    messages retryId mode policyKey retry delayMs maxRetries toolName policy preset active
    commandId sourceEventSeq point dialect handlerId matcher decision durationMs exitCode
    stderrSummary todos operation goal roundsStarted updatedAt cleared clearedAt schedule
    acceptedAt label agentProvider agentModel agentReasoningEffort persona toolFilter
    allowedModels childId childCreatedAt teamId runId stopReason phase item sessionId messageId
    endpoint apiVersion body throughSeq sessionFormatVersion rpcId clientTimeZone plugin form
    sections trigger messagePrefix description parameters patches at entry chunks accepted
    readyFile provenance
    """)

#: Values that are the format's own where they stand under a tag key.
TAG_KEYS = words(
    "type kind role blockType target reason outcome mode dialect policy op surfaceOp status "
    "origin operation decision form code"
)
TAG_VALUES = (
    EVENT_TYPES
    | CHUNK_TYPES
    | FINISH_KINDS
    | BLOCK_TYPES
    | ENTRY_KINDS
    | words("""
        append replace subagent completed blocked interrupted parent disposed legacy forked
        user assistant system tool developer plugin model agent-instructions session-reference
        team-message goal skill-invocation skill-catalog coordinator subagent-report
        subagent-settled webhook agent-message fallback next-turn next-step canceled initial
        resume change series allowed-once rejected cancelled unavailable ask never read-only
        workspace-write danger-full-access success failure claude-code codex snapshot message
        pending in_progress in-progress running done failed chunk
        """)
)

#: Words of a hostile file that an error message may repeat.
HARMLESS = KEYS | TAG_VALUES
