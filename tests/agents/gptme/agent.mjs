// gptme: Chat Completions.

export const agent = {
  name: 'gptme',
  connects: 'gptme',
  python: '3.12',
  distribution: 'gptme',
  program: 'gptme',
  configs: ({ name, command, args }) => ({
    '.config/gptme/config.toml': [
      '[prompt]',
      '',
      '[mcp]',
      'enabled = true',
      'auto_start = true',
      '',
      '[[mcp.servers]]',
      `name = "${name}"`,
      'enabled = true',
      `command = ${JSON.stringify(command)}`,
      `args = ${JSON.stringify(args)}`,
      '',
    ].join('\n'),
  }),
  // It goes on by itself until its model says so by a tool.
  ends: { tool: 'complete', arguments: {} },
  start: ({ prompt, origin }) => ({
    args: ['--non-interactive', '--tool-format', 'tool', '--model', 'local/fake', prompt],
    env: { OPENAI_BASE_URL: `${origin}/v1`, OPENAI_API_KEY: 'none', GPTME_TELEMETRY_ENABLED: '0' },
  }),
}
