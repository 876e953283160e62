// Gemini CLI: generateContent of the Gemini API.

export const agent = {
  name: 'Gemini CLI',
  connects: 'gemini',
  program: 'node_modules/.bin/gemini',
  configs: () => ({
    '.gemini/settings.json': `${JSON.stringify(
      {
        general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
        privacy: { usageStatisticsEnabled: false },
        security: { auth: { selectedType: 'gemini-api-key' }, folderTrust: { enabled: false } },
      },
      null,
      2,
    )}\n`,
  }),
  adds: (name, { command, args }) => ['mcp', 'add', '--scope', 'user', name, command, ...args],
  start: ({ origin, prompt }) => ({
    args: ['--prompt', prompt, '--yolo', '--model', 'gemini-2.5-flash'],
    env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: origin, GEMINI_TELEMETRY_ENABLED: 'false' },
  }),
}
