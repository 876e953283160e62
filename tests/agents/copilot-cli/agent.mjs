// GitHub Copilot CLI, with a provider of one's own: Chat Completions.

export const agent = {
  name: 'Copilot CLI',
  connects: 'copilot',
  program: 'node_modules/.bin/copilot',
  adds: (name, { command, args }) => ['mcp', 'add', name, '--', command, ...args],
  start: ({ origin, prompt }) => ({
    args: ['--prompt', prompt, '--allow-all-tools', '--no-auto-update'],
    env: { COPILOT_PROVIDER_BASE_URL: `${origin}/v1`, COPILOT_PROVIDER_TYPE: 'openai', COPILOT_PROVIDER_API_KEY: 'none', COPILOT_MODEL: 'fake', COPILOT_OFFLINE: 'true' },
  }),
}
