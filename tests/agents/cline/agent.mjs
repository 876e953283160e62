// Cline's command line: Chat Completions.

export const agent = {
  name: 'Cline',
  connects: 'cline',
  program: 'node_modules/.bin/cline',
  configs: ({ origin }) => ({
    '.cline/data/settings/providers.json': json({
      version: 1,
      lastUsedProvider: 'openai-compatible',
      modes: {},
      providers: {
        'openai-compatible': {
          settings: { provider: 'openai-compatible', apiKey: 'none', model: 'fake', baseUrl: `${origin}/v1` },
          updatedAt: '2026-11-22T00:00:00.000Z',
          tokenSource: 'manual',
        },
      },
    }),
  }),
  adds: (name, { command, args }) => ['mcp', 'add', '--yes', name, '--', command, ...args],
  start: ({ prompt }) => ({ args: [prompt], env: { CLINE_NO_AUTO_UPDATE: '1', DO_NOT_TRACK: '1' } }),
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`
