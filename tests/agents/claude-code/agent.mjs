// Claude Code: the Messages API.

export const agent = {
  name: 'Claude Code',
  connects: 'claude-code',
  program: 'node_modules/.bin/claude',
  adds: (name, { command, args }) => ['mcp', 'add', '--scope', 'user', name, '--', command, ...args],
  // It begins before its servers are ready.
  waits: { tool: 'Bash', arguments: { command: 'sleep 1', description: 'Wait' } },
  start: ({ origin, prompt, server }) => ({
    args: ['-p', prompt, '--model', 'claude-sonnet-4-5', '--allowedTools', `mcp__${server},Bash`],
    env: {
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_ERROR_REPORTING: '1',
      ENABLE_TOOL_SEARCH: 'false',
    },
  }),
}
