// OpenCode: Chat Completions.

export const agent = {
  name: 'OpenCode',
  connects: 'opencode',
  program: 'node_modules/.bin/opencode',
  configs: ({ origin }) => ({
    '.config/opencode/opencode.json': `${JSON.stringify(
      {
        $schema: 'https://opencode.ai/config.json',
        autoupdate: false,
        share: 'disabled',
        provider: { fake: { npm: '@ai-sdk/openai-compatible', name: 'A fake model', options: { baseURL: `${origin}/v1`, apiKey: 'none' }, models: { fake: { name: 'fake' } } } },
        model: 'fake/fake',
        small_model: 'fake/fake',
      },
      null,
      2,
    )}\n`,
  }),
  adds: (name, { command, args }) => ['mcp', 'add', name, '--', command, ...args],
  start: ({ prompt }) => ({
    args: ['run', prompt, '--model', 'fake/fake'],
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
  }),
}
