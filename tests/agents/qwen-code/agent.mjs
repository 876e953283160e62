// Qwen Code: Chat Completions.

export const agent = {
  name: 'Qwen Code',
  connects: 'qwen',
  program: 'node_modules/.bin/qwen',
  configs: () => ({
    '.qwen/settings.json': `${JSON.stringify(
      {
        general: { enableAutoUpdate: false, disableAutoUpdate: true },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
        security: { auth: { selectedType: 'openai' }, folderTrust: { enabled: false } },
        // Its model is offered the tools themselves, instead of a search for them.
        tools: { toolSearch: { enabled: false } },
      },
      null,
      2,
    )}\n`,
  }),
  adds: (name, { command, args }) => ['mcp', 'add', '--scope', 'user', name, command, ...args],
  start: ({ origin, prompt }) => ({
    args: ['--prompt', prompt, '--yolo'],
    env: { OPENAI_API_KEY: 'none', OPENAI_BASE_URL: `${origin}/v1`, OPENAI_MODEL: 'fake' },
  }),
}
