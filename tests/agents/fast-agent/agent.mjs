// fast-agent: Chat Completions.

const CONFIG = 'work/fastagent.config.yaml'

export const agent = {
  name: 'fast-agent',
  python: '3.13',
  distribution: 'fast-agent-mcp',
  program: 'fast-agent',
  configs: ({ name, command, args, origin }) => ({
    [CONFIG]: [
      'default_model: generic.fake',
      'logger: { type: none, progress_display: false }',
      `generic: { api_key: none, base_url: ${JSON.stringify(`${origin}/v1`)} }`,
      'mcp:',
      '  servers:',
      `    ${name}: ${JSON.stringify({ command, args })}`,
      '',
    ].join('\n'),
  }),
  // It looks for its config in the folder where it works, which is not always this one.
  start: ({ prompt, server, home }) => ({
    args: ['go', '--config-path', `${home}/${CONFIG}`, '--model', 'generic.fake', '--servers', server, '--message', prompt],
    env: {},
  }),
}
