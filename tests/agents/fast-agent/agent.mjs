// fast-agent: Chat Completions.

export const agent = {
  name: 'fast-agent',
  python: '3.13',
  distribution: 'fast-agent-mcp',
  program: 'fast-agent',
  configs: ({ name, command, args, origin }) => ({
    'work/fastagent.config.yaml': [
      'default_model: generic.fake',
      'logger: { type: none, progress_display: false }',
      `generic: { api_key: none, base_url: ${JSON.stringify(`${origin}/v1`)} }`,
      'mcp:',
      '  servers:',
      `    ${name}: ${JSON.stringify({ command, args })}`,
      '',
    ].join('\n'),
  }),
  start: ({ prompt, server }) => ({ args: ['go', '--model', 'generic.fake', '--servers', server, '--message', prompt], env: {} }),
}
