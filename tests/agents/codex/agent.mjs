// Codex: the Responses API.

export const agent = {
  name: 'Codex',
  connects: 'codex',
  program: 'node_modules/.bin/codex',
  configs: ({ origin }) => ({
    '.codex/config.toml': [
      'model = "fake"',
      'model_provider = "fake"',
      'check_for_update_on_startup = false',
      '',
      '[analytics]',
      'enabled = false',
      '',
      '[model_providers.fake]',
      'name = "A fake model"',
      `base_url = "${origin}/v1"`,
      'wire_api = "responses"',
      '',
    ].join('\n'),
  }),
  adds: (name, { command, args }) => ['mcp', 'add', name, '--', command, ...args],
  // It begins before its servers are ready.
  waits: { tool: 'exec_command', arguments: { cmd: 'sleep 1' } },
  start: ({ prompt }) => ({
    args: ['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
    env: {},
  }),
}
