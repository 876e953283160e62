// Nanocoder: Chat Completions.

export const agent = {
  name: 'Nanocoder',
  connects: 'nanocoder',
  program: 'node_modules/.bin/nanocoder',
  configs: ({ name, command, args, origin }) => ({
    '.config/nanocoder/agents.config.json': json({ nanocoder: { providers: [{ name: 'fake', baseUrl: `${origin}/v1`, apiKey: 'none', models: ['fake'] }] } }),
    '.config/nanocoder/.mcp.json': json({ mcpServers: { [name]: { transport: 'stdio', command, args } } }),
  }),
  start: ({ prompt }) => ({
    args: ['--plain', '--mode', 'yolo', '--trust-directory', '--provider', 'fake', '--model', 'fake', 'run', prompt],
    env: { NANOCODER_DISABLE_UPDATE_CHECK: '1' },
  }),
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`
